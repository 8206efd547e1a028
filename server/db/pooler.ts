import { type Kysely, sql } from "kysely";
import { isPostgres, openDatabase } from "./open.ts";
import type { Database } from "./schema.ts";

const PID = sql<{ pid: number }>`select pg_backend_pid() as pid`;

async function pidOf(db: Kysely<Database>): Promise<number | undefined> {
  return (await PID.execute(db)).rows[0]?.pid;
}

/**
 * Throws when a pooler stands between that lends a connection for a transaction at a time: LISTEN
 * would hear nothing and settings would be others'. Two connections ask, by turns, who serves them.
 */
export async function requireSessions(where: string): Promise<void> {
  if (!isPostgres(where)) return;
  const db = openDatabase(where, { poolSize: 2 });
  try {
    await db.connection().execute(async (one) => {
      await db.connection().execute(async (other) => {
        const [first, second] = [await pidOf(one), await pidOf(other)];
        const [secondAgain, firstAgain] = [await pidOf(other), await pidOf(one)];
        if (areSessions([first, firstAgain], [second, secondAgain])) return;
        throw new Error(
          "a pooler stands between that doesn't keep a session per connection: PgBouncer needs pool_mode = session",
        );
      });
    });
  } finally {
    await db.destroy();
  }
}

type Served = [pid: number | undefined, again: number | undefined];

/** Whether each of two connections has one server process, and one of its own. */
export const areSessions = (one: Served, other: Served): boolean =>
  one[0] === one[1] && other[0] === other[1] && one[0] !== other[0];
