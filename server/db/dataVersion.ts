import { type Kysely, sql } from "kysely";
import { onPostgres } from "./dialect.ts";
import { named } from "./postgres/prepared.ts";
import type { Database } from "./schema.ts";

/**
 * Returns a function that reads the version of all data. While the version stays the same, every
 * query returns the same rows. Any write to any table may change it.
 *
 * On SQLite the version counts the writes of this connection and the commits of others. On
 * PostgreSQL it is the current snapshot. Snapshot numbers are only unique until the database server
 * restarts, so its start time is part of the version.
 */
export function dataVersion(db: Kysely<Database>): () => Promise<string> {
  const query = onPostgres(db)
    ? sql<{ version: string }>`
        select pg_current_snapshot() || ' ' || pg_postmaster_start_time() as version
      `
    : sql<{ version: string }>`
        select total_changes() || ':' || data_version as version from pragma_data_version
      `;
  const compiled = named(query.compile(db));
  return async () => {
    const { rows } = await db.executeQuery<{ version: string }>(compiled);
    const [row] = rows;
    if (!row) throw new Error("The database returned no data version");
    return row.version;
  };
}
