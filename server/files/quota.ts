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
  /**
   * Counts an upload that begins, and its bytes: those of one that is refused lie in the store for a day. Throws
   * a 429 beyond the limit.
   */
  begin(userId: string, bytes: number): void;
  /** Throws a 429 or a 507 if a user or the server has no room for so many bytes more. */
  require(db: Kysely<Database>, userId: string, bytes: number): Promise<void>;
  /**
   * Attaches a file. `requireRoom` is called for a new one, which then counts; a repeat doesn't. It throws as
   * `require`.
   */
  adding<T>(
    userId: string,
    bytes: number,
    add: (requireRoom: (trx: Kysely<Database>) => Promise<void>) => Promise<T>,
  ): Promise<T>;
}

/** Creates the limits of a server. Several servers count begun uploads on their own. */
export function createFileQuota({
  config,
  now,
  elapsed = () => performance.now(),
}: Pick<Deps, "config" | "now" | "elapsed">): FileQuota {
  const uploads = createRateLimit(HOUR_MS, elapsed);
  const sent = createRateLimit(HOUR_MS, elapsed);
  let used = { bytes: 0, readAt: -Infinity };

  const quota: FileQuota = {
    begin(userId, bytes) {
      uploads.take(userId, UPLOADS_PER_HOUR);
      sent.take(userId, BYTES_PER_HOUR, bytes);
    },
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
    async adding(userId, bytes, add) {
      let isNew = false;
      const added = await add(async (trx) => {
        await quota.require(trx, userId, bytes);
        isNew = true;
      });
      if (isNew) used.bytes += bytes;
      return added;
    },
  };
  return quota;
}
