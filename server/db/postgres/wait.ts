import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { DatabaseUnavailable, errorCode } from "#server/db/unavailable.ts";

const RETRY_INTERVAL_MS = 500;

/** SQLSTATEs of a wrong user, password or database name. */
const WRONG_URL = /^(28...|3D000)$/;

/**
 * Waits until the database responds, because it may start at the same time as the server. Throws the
 * last error when the time is over, and at once if waiting can't help.
 *
 * @param log gets one line if the database doesn't respond at once
 */
export async function waitForDatabase(
  db: Kysely<Database>,
  seconds: number,
  log: (text: string) => void,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql`select 1`.execute(db);
      return;
    } catch (failure) {
      const canRetry =
        failure instanceof DatabaseUnavailable && !WRONG_URL.test(errorCode(failure) ?? "");
      if (!canRetry || Date.now() + RETRY_INTERVAL_MS > deadline) throw failure;
      if (attempt === 1) {
        log(`The database doesn't respond yet (${failure.message}): waiting up to ${seconds} s …`);
      }
      await sleep(RETRY_INTERVAL_MS);
    }
  }
}
