import { Kysely, sql } from "kysely";
import { onPostgres } from "./dialect.ts";
import type { Database } from "./schema.ts";
import { openFile } from "./sqlite/openFile.ts";
import { sqliteDialect } from "./sqlite/sqlite.ts";

/** The database as it is at one moment, for reads that take minutes. */
interface Snapshot {
  db: Kysely<Database>;
  /** Must be called, because the database keeps the snapshot's old rows until then. */
  close(): Promise<void>;
}

/**
 * Opens a snapshot, which blocks no writer: a read-only transaction on a connection of the pool, or
 * on a connection of its own to the SQLite file. A database in memory has one connection only, so
 * its snapshot also shows later writes.
 */
export async function openSnapshot(db: Kysely<Database>): Promise<Snapshot> {
  if (onPostgres(db)) {
    const start = db.startTransaction().setIsolationLevel("repeatable read");
    const trx = await start.setAccessMode("read only").execute();
    return await begun({ db: trx, close: async () => await trx.rollback().execute() });
  }
  const file = await openFile(db);
  if (file === undefined) return { db, close: async () => undefined };
  const own = new Kysely<Database>({ dialect: sqliteDialect(file, { readOnly: true }) });
  // Unlike Kysely's own "begin", this one takes no write lock (server/db/sqlite/sqlite.ts).
  await sql`begin deferred`.execute(own);
  return await begun({ db: own, close: async () => await own.destroy() });
}

/** On both databases a transaction's first read takes its snapshot. Its failure closes the snapshot. */
async function begun(snapshot: Snapshot): Promise<Snapshot> {
  try {
    // The reader may be slow, and its caller ends it.
    if (onPostgres(snapshot.db)) {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot.db);
    }
    await snapshot.db.selectFrom("users").select("id").limit(1).execute();
    return snapshot;
  } catch (failure) {
    await snapshot.close();
    throw failure;
  }
}

/**
 * Reads from one snapshot on PostgreSQL, with a time limit for each statement. On SQLite there is no
 * limit, and other requests may write between two statements.
 */
export async function readSnapshot<T>(
  db: Kysely<Database>,
  statementMs: number,
  read: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  if (!onPostgres(db)) return await read(db);
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(statementMs)}`.execute(trx);
      return await read(trx);
    });
}
