import { setImmediate as nextTurn } from "node:timers/promises";
import { onPostgres } from "#server/db/dialect.ts";
import type { Deps } from "#server/deps.ts";
import { createFairQueue } from "#server/fairQueue.ts";
import { tooMany } from "#server/refusals.ts";

/** Runs a user's read when it is their turn. Throws a 429 if too many wait. */
export type RunLongRead = <T>(userId: string, read: () => Promise<T>) => Promise<T>;

/** The dependencies of routes with long reads. */
export interface ReadDeps extends Deps {
  runLongRead: RunLongRead;
}

/**
 * The maximum number of concurrent reads on SQLite. Other requests may wait for one step of
 * each.
 */
const SQLITE_SLOTS = 2;

/** One read of a user runs at a time. Beyond this number of running and waiting ones, more are refused. */
const USER_READS_MAX = 4;
/** The maximum number of reads that wait, and for how many ms each may. */
const WAITING_MAX = 1_000;
const WAIT_MS = 10_000;

const refusal = () =>
  tooMany("Too many searches at once. Please wait a moment, then try again.", 1);

/**
 * Creates the lane for searches, and for lists that may check many rows to find few. On PostgreSQL they
 * take at most a third of the connections.
 */
export function createLongReads({
  db,
  config: { postgres },
}: {
  db: Deps["db"];
  config: Pick<Deps["config"], "postgres">;
}): RunLongRead {
  const third = Math.max(1, Math.floor((postgres?.poolSize ?? 10) / 3));
  const queue = createFairQueue({
    lanes: onPostgres(db) ? third : SQLITE_SLOTS,
    waitingMax: WAITING_MAX,
    deadlineMs: WAIT_MS,
    perKey: { lanes: 1, max: USER_READS_MAX },
    refusal,
  });
  return async (userId, read) =>
    await queue.run([userId], async () => {
      // On SQLite, one read after another would run in the same turn of the event loop.
      await nextTurn();
      return await read();
    });
}
