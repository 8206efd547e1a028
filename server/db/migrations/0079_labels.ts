import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import { runStatements } from "#server/db/runStatements.ts";
import { widenCheck } from "./widenCheck.ts";

/**
 * Labels and those of tasks. Like comments, the labels of a deleted task stay in their table. The record
 * of changes tells of labels.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const list = "'user', 'team', 'task'";
  const last = onPostgres(db) ? undefined : await lastNumber(db);
  await widenCheck(db, { table: "changes", column: "subject_kind", list, value: "label" });
  // The copy of the table would give the numbers of deleted changes again.
  if (last !== undefined) {
    await sql`update sqlite_sequence set seq = ${last} where name = 'changes'`.execute(db);
    await sql`
      insert into sqlite_sequence (name, seq)
        select 'changes', ${last} where not exists (select 1 from sqlite_sequence where name = 'changes')
    `.execute(db);
  }
  const rowid = onPostgres(db) ? "" : " without rowid";
  await runStatements(
    db,
    `
    create table labels (
      id text primary key,
      name text not null,
      name_key text not null,
      search_text text not null,
      color text not null,
      created_at text not null,
      created_by text,
      deleted_at text,
      merged_into text,
      root_id text
    );
    create unique index labels_by_name on labels (name_key) where deleted_at is null;
    create index labels_by_root on labels (root_id);
    create table task_labels (
      task_id text not null,
      label_id text not null,
      primary key (task_id, label_id)
    )${rowid};
    create index tasks_of_label on task_labels (label_id, task_id);
    `,
  );
}

async function lastNumber(db: Kysely<never>): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select seq from sqlite_sequence where name = 'changes'
  `.execute(db);
  return rows[0]?.seq;
}
