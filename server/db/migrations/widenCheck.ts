import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";

/**
 * Allows another value in a column that is checked to be one of a list. SQLite can't change a check, so
 * this recreates the table with its indexes and triggers.
 *
 * @param list the values now, as the table's definition has them: "'user', 'team'"
 */
export async function widenCheck(
  db: Kysely<never>,
  { table, column, list, value }: { table: string; column: string; list: string; value: string },
): Promise<void> {
  const wider = `${list}, '${value}'`;
  if (onPostgres(db)) {
    const name = `${table}_${column}_check`;
    await sql.raw(`alter table ${table} drop constraint if exists ${name}`).execute(db);
    await sql
      .raw(`alter table ${table} add constraint ${name} check (${column} in (${wider}))`)
      .execute(db);
    return;
  }
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = ${table} and sql is not null
  `.execute(db);
  const before = rows.find(({ type }) => type === "table")?.sql ?? "";
  const after = before.replace(table, `${table}_wider`).replace(`in (${list})`, `in (${wider})`);
  await sql.raw(after).execute(db);
  await sql.raw(`insert into ${table}_wider select * from ${table}`).execute(db);
  await sql.raw(`drop table ${table}`).execute(db);
  await sql.raw(`alter table ${table}_wider rename to ${table}`).execute(db);
  for (const { type, sql: text } of rows) if (type !== "table") await sql.raw(text).execute(db);
}

/**
 * Allows another kind of subject in the record of changes, whose numbers go on.
 *
 * @param list the kinds now, as the table's definition has them
 */
export async function widenSubjects(db: Kysely<never>, list: string, value: string): Promise<void> {
  const last = onPostgres(db) ? undefined : await lastNumber(db);
  await widenCheck(db, { table: "changes", column: "subject_kind", list, value });
  if (last === undefined) return;
  // The copy of the table would give the numbers of deleted changes again.
  await sql`update sqlite_sequence set seq = ${last} where name = 'changes'`.execute(db);
  await sql`
    insert into sqlite_sequence (name, seq)
      select 'changes', ${last} where not exists (select 1 from sqlite_sequence where name = 'changes')
  `.execute(db);
}

async function lastNumber(db: Kysely<never>): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select seq from sqlite_sequence where name = 'changes'
  `.execute(db);
  return rows[0]?.seq;
}
