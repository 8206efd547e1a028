import { type Kysely, sql } from "kysely";
import { onPostgres } from "./dialect.ts";
import { named } from "./prepared.ts";
import type { Database } from "./schema.ts";

/**
 * A function that reads a stamp of all data: as long as it is the same, so is whatever is read
 * after it. Another stamp says nothing: a change of anything makes one.
 *
 * In SQLite it counts the rows that this connection has written, and what others have committed. In
 * PostgreSQL it is the snapshot, which tells what is committed from what isn't; snapshots are
 * numbered by each server for itself, hence the moment of its start.
 */
export function dataVersion(db: Kysely<Database>): () => Promise<string> {
  const query = onPostgres(db)
    ? sql<{ stamp: string }>`
        select pg_current_snapshot() || ' ' || pg_postmaster_start_time() as stamp
      `
    : sql<{ stamp: string }>`
        select total_changes() || ':' || data_version as stamp from pragma_data_version
      `;
  const stamp = named(query.compile(db));
  return async () => {
    const { rows } = await db.executeQuery<{ stamp: string }>(stamp);
    const [row] = rows;
    if (!row) throw new Error("The database tells no stamp");
    return row.stamp;
  };
}
