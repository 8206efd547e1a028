import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * A deleted task's comments stay in `comments`, so that table no longer refers to `tasks`. Comments that
 * older versions have moved come back: those of tasks that can be restored, and those of tasks whose
 * deletion or restoration was under way.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await (onPostgres(db)
    ? runStatements(db, "alter table comments drop constraint comments_task_id_fkey;")
    : recreateComments(db));
  await runStatements(db, RETURN);
}

const COLUMNS = "id, task_id, user_id, user_name, comment, created_at, edited_at, search_text";

/** SQLite can't drop a reference. The full-text index knows the comments by their rowids, so these stay. */
async function recreateComments(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = 'comments' and sql is not null
  `.execute(db);
  const before = rows.find(({ type }) => type === "table")?.sql ?? "";
  const after = before
    .replace("comments", "comments_without_reference")
    .replace(" references tasks (id) on delete cascade", "");
  for (const statement of [
    after,
    `insert into comments_without_reference (rowid, ${COLUMNS})
      select rowid, ${COLUMNS} from comments order by rowid`,
    "drop table comments",
    "alter table comments_without_reference rename to comments",
    ...rows.flatMap(({ type, sql: text }) => (type === "table" ? [] : text)),
  ]) {
    await sql.raw(statement).execute(db);
  }
}

/**
 * Versions before 0.5 could create a deleted task again. The former task can't be restored, and its comments
 * don't belong to the new one.
 */
const RETURN = `
  delete from deleted_tasks
    where comments_moving_since is null and id in (select id from tasks);
  insert into comments (${COLUMNS})
    select moved.id, task_id, users.id, user_name, comment, moved.created_at, edited_at, moved.search_text
    from deleted_comments as moved left join users on users.id = moved.user_id;
  delete from deleted_tasks where id in (select id from tasks);
  drop table deleted_comments;
  alter table deleted_tasks drop column comments_moving_since;
  update run_items set reason = '' where reason = 'Some of its comments are moved already';
`;
