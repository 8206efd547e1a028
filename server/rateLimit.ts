import { formatWait } from "#server/formatWait.ts";
import { tooMany } from "#server/refusals.ts";

/** Counts requests, or their bytes, in memory, so that refusing one costs no query. */
interface RateLimit {
  /** Counts a request of this key, or its bytes. Throws a 429 beyond `max` in its window. */
  take(key: string, max: number, count?: number): void;
}

/** The maximum number of keys in memory. Beyond it the oldest window is removed. */
const KEYS_MAX = 20_000;

/**
 * A limit per key and window. The window begins with the key's first request.
 *
 * @param elapsed a monotonic clock in ms; a wall clock that is set back would prolong windows
 */
export function createRateLimit(windowMs: number, elapsed: () => number): RateLimit {
  /** The oldest window comes first. */
  const windows = new Map<string, { startedAt: number; taken: number }>();

  return {
    take(key, max, count = 1) {
      const now = elapsed();
      for (const [oldest, { startedAt }] of windows) {
        if (now - startedAt < windowMs && windows.size < KEYS_MAX) break;
        windows.delete(oldest);
      }
      const window = windows.get(key) ?? { startedAt: now, taken: 0 };
      windows.set(key, window);
      window.taken += count;
      if (window.taken <= max) return;
      const seconds = Math.ceil((window.startedAt + windowMs - now) / 1000);
      const error = `Too many attempts. Please try again in ${formatWait(seconds)}.`;
      throw tooMany(error, seconds);
    },
  };
}
