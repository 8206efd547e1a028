import type { Kysely } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import { runStatements } from "#server/db/runStatements.ts";
import { widenSubjects } from "./widenCheck.ts";

/**
 * Labels and those of tasks. Like comments, the labels of a deleted task stay in their table. The record
 * of changes tells of labels.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await widenSubjects(db, "'user', 'team', 'task'", "label");
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
