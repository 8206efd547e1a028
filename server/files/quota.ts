import type { Kysely } from "kysely";
import { HOUR_MS } from "#contract/time.ts";
import type { Database } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { createRateLimit } from "#server/rateLimit.ts";
import { Refusal, tooMany } from "#server/refusals.ts";
import { bytesSince, filesUsage } from "./rows.ts";

/** The maximum number of uploads of a user within an hour, also of those that fail, and of their bytes. */
export const UPLOADS_PER_HOUR = 600;
const BYTES_PER_HOUR = 2 * 1024 ** 3;
/** The time in ms for which the size of all files is known. */
const USAGE_CACHE_MS = 60_000;

/** Limits what users upload. */
export interface FileQuota {
  /** Counts an upload that begins. Throws a 429 beyond the limit. */
  begin(userId: string): void;
  /** Throws a 429 or a 507 if a user or the server has no room for so many bytes more. */
  require(db: Kysely<Database>, userId: string, bytes: number): Promise<void>;
  /** Counts a file that was attached. */
  add(bytes: number): void;
}

/** Creates the limits of a server. Several servers count begun uploads on their own. */
export function createFileQuota({
  config,
  now,
  elapsed = () => performance.now(),
}: Pick<Deps, "config" | "now" | "elapsed">): FileQuota {
  const rate = createRateLimit(HOUR_MS, elapsed);
  let used = { bytes: 0, readAt: -Infinity };

  return {
    begin: (userId) => rate.take(userId, UPLOADS_PER_HOUR),
    async require(db, userId, bytes) {
      if (elapsed() - used.readAt >= USAGE_CACHE_MS) {
        used = { bytes: (await filesUsage(db)).bytes, readAt: elapsed() };
      }
      if (used.bytes + bytes > config.files.totalBytes) {
        const error = "The server has no room for more files. Please tell its administrator.";
        throw new Refusal("no_room", { error });
      }
      const since = new Date(now().getTime() - HOUR_MS).toISOString();
      if ((await bytesSince(db, userId, since)) + bytes <= BYTES_PER_HOUR) return;
      throw tooMany("You have uploaded too much within an hour. Please try again later.", 600);
    },
    add(bytes) {
      used.bytes += bytes;
    },
  };
}
