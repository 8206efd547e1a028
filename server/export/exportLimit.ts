import { createRateLimit } from "#server/auth/rateLimit.ts";
import { HttpError } from "#server/http/errors.ts";

/** The maximum number of one user's exports within the window. */
export const USER_EXPORTS_MAX = 30;
const WINDOW_MS = 10 * 60_000;
const RETRY_AFTER_SECONDS = 5;

/** Limits how many exports run, because each reads a lot of data and keeps a snapshot open. */
export interface ExportLimit {
  /**
   * Counts an export of this user, until the returned function is called. Throws a 429 if the user
   * or too many other users have one under way.
   */
  begin(userId: string): () => void;
}

/**
 * @param max the concurrent exports of all users
 * @param elapsed a monotonic clock in ms
 */
export function createExportLimit(max: number, elapsed: () => number): ExportLimit {
  const users = new Set<string>();
  const rate = createRateLimit(WINDOW_MS, elapsed);
  const busy = (error: string) => new HttpError(429, { error }, RETRY_AFTER_SECONDS);
  return {
    begin(userId) {
      if (users.has(userId)) throw busy("Your last export is still under way. Please wait for it.");
      if (users.size >= max) {
        throw busy("Others are exporting right now. Please try again in a moment.");
      }
      rate.take(userId, USER_EXPORTS_MAX);
      users.add(userId);
      return () => void users.delete(userId);
    },
  };
}
