import { type Kysely, sql } from "kysely";
import { onPostgres } from "./dialect.ts";

/** Makes the database refuse updates and deletions of a table's rows. For migrations. */
export async function appendOnly(db: Kysely<never>, table: string): Promise<void> {
  const trigger = `${table}_append_only`;
  const message = `${table} is append-only`;
  if (onPostgres(db)) {
    await sql`
      create function ${sql.ref(trigger)}() returns trigger language plpgsql as ${sql.lit(
        `begin raise exception '${message}'; end`,
      )}
    `.execute(db);
    await sql`
      create trigger ${sql.ref(trigger)} before update or delete or truncate on ${sql.table(table)}
      for each statement execute function ${sql.ref(trigger)}()
    `.execute(db);
    return;
  }
  for (const change of ["update", "delete"]) {
    await sql`
      create trigger ${sql.ref(`${trigger}_${change}`)} before ${sql.raw(change)} on ${sql.table(table)}
      begin select raise(abort, ${sql.lit(message)}); end
    `.execute(db);
  }
}
