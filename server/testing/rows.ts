import type { Insertable, Kysely } from "kysely";
import { batchesOf } from "#server/db/batches.ts";
import type { Database } from "#server/db/schema.ts";
import type { TestServer, TestUser } from "./server.ts";

/** Inserts rows in batches, because a statement has a limited number of parameters. */
export async function insertRows<Table extends keyof Database>(
  db: Kysely<Database>,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
): Promise<void> {
  for (const batch of batchesOf(rows)) {
    await db.insertInto(table).values(batch).execute();
  }
}

/** Adds many comments of a user to a task. */
export async function addComments(
  { db, clock }: TestServer,
  task_id: string,
  { user }: TestUser,
  { count = 1, comment = "Hello" },
): Promise<void> {
  const author = { user_id: user.id, user_name: user.name };
  const text = { comment, search_text: comment.toLowerCase() };
  const created_at = clock.time.toISOString();
  const rows = Array.from({ length: count }, (_none, index) => ({
    id: `comment-${index}`,
    task_id,
    ...author,
    ...text,
    created_at,
  }));
  await insertRows(db, "comments", rows);
}
