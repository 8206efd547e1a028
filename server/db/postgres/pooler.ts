import { type Kysely, sql } from "kysely";
import { isPostgres, openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";

async function pidOf(db: Kysely<Database>): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid;
}

/**
 * Throws if a connection pooler does not use session pooling: LISTEN would receive nothing, and
 * connections would get each other's settings. Two connections read their backend's process id in
 * turns; with session pooling each keeps its own.
 */
export async function requireSessionPooling(where: string): Promise<void> {
  if (!isPostgres(where)) return;
  await using db = openDatabase(where, { poolSize: 2 });
  await db.connection().execute(async (one) => {
    await db.connection().execute(async (other) => {
      const [first, second] = [await pidOf(one), await pidOf(other)];
      const [secondAgain, firstAgain] = [await pidOf(other), await pidOf(one)];
      if (haveOwnBackends([first, firstAgain], [second, secondAgain])) return;
      throw new Error(
        "a connection pooler doesn't use session pooling: PgBouncer needs pool_mode = session",
      );
    });
  });
}

type BackendPids = [first: number | undefined, second: number | undefined];

/** Whether each of two connections kept its own backend process. */
export const haveOwnBackends = (one: BackendPids, other: BackendPids): boolean =>
  one[0] === one[1] && other[0] === other[1] && one[0] !== other[0];
