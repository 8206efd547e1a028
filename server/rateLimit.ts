import { formatWait } from "#server/formatWait.ts";
import { tooMany } from "#server/refusals.ts";

/** Counts requests in memory, so that refusing one costs no query. */
interface RateLimit {
  /** Counts a request of this key. Throws a 429 beyond `max` requests in its window. */
  take(key: string, max: number): void;
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
  const windows = new Map<string, { startedAt: number; requests: number }>();

  return {
    take(key, max) {
      const now = elapsed();
      for (const [oldest, { startedAt }] of windows) {
        if (now - startedAt < windowMs && windows.size < KEYS_MAX) break;
        windows.delete(oldest);
      }
      const window = windows.get(key) ?? { startedAt: now, requests: 0 };
      windows.set(key, window);
      window.requests += 1;
      if (window.requests <= max) return;
      const seconds = Math.ceil((window.startedAt + windowMs - now) / 1000);
      const error = `Too many attempts. Please try again in ${formatWait(seconds)}.`;
      throw tooMany(error, seconds);
    },
  };
}
