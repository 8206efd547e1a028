import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";
import { widenSubjects } from "./widenCheck.ts";

/** Saved views, and the view that is a user's start. The record of changes tells of views. */
export async function up(db: Kysely<never>): Promise<void> {
  await widenSubjects(db, "'user', 'team', 'task', 'label'", "view");
  await runStatements(
    db,
    `
    create table views (
      id text primary key,
      owner_id text,
      name text not null,
      screen text not null,
      query text not null,
      shared integer not null,
      version integer not null,
      created_at text not null,
      deleted_at text
    );
    create index views_by_owner on views (owner_id, deleted_at);
    create index shared_views on views (deleted_at) where shared = 1;
    alter table users add column start_view text;
    `,
  );
}
