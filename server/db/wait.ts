import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";
import { codeOf, DatabaseUnavailable } from "./unavailable.ts";

const PAUSE = 500;

/** Refused by PostgreSQL for what the address says: the user, the password or the database. */
const WRONG_ADDRESS = /^(28...|3D000)$/;

/**
 * Waits until the database answers, as it may be starting too. Throws what it failed with last
 * when it doesn't answer in time, and at once when waiting can't help.
 *
 * @param say is told, once, that there is something to wait for
 */
export async function waitForDatabase(
  db: Kysely<Database>,
  seconds: number,
  say: (text: string) => void,
): Promise<void> {
  const until = Date.now() + seconds * 1000;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql`select 1`.execute(db);
      return;
    } catch (failure) {
      const worthIt =
        failure instanceof DatabaseUnavailable && !WRONG_ADDRESS.test(codeOf(failure) ?? "");
      if (!worthIt || Date.now() + PAUSE > until) throw failure;
      if (attempt === 1) {
        say(`The database doesn't answer yet (${failure.message}): waiting up to ${seconds} s …`);
      }
      await pause(PAUSE);
    }
  }
}
