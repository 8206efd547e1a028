import type { Kysely } from "kysely";
import { checklistOf } from "#contract/checklist.ts";
import { runStatements } from "#server/db/runStatements.ts";

/** The number of rows per statement. Descriptions may be long. */
const BATCH_ROWS = 500;

/** The part of the tables that this migration reads and writes. */
interface WithTasks {
  tasks: { id: string; description: string };
  task_checklists: { task_id: string; done: number; total: number };
}

/**
 * The progress of the checklist in a task's description, for tasks that have one. It has its own
 * table, because in `tasks` SQLite would read past a long description to reach the column.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, STATEMENTS);
  await fill(db as unknown as Kysely<WithTasks>);
}

const STATEMENTS = `
  create table task_checklists (
    task_id text primary key references tasks (id) on delete cascade,
    done integer not null,
    total integer not null check (total > 0)
  );
`;

async function fill(db: Kysely<WithTasks>): Promise<void> {
  for (let last = ""; ; ) {
    const tasks = await db
      .selectFrom("tasks")
      .select(["id", "description"])
      .where("id", ">", last)
      .where("description", "like", "%[%]%")
      .orderBy("id")
      .limit(BATCH_ROWS)
      .execute();
    const rows = tasks.flatMap(({ id, description }) => {
      const { done, total } = checklistOf(description);
      return total > 0 ? { task_id: id, done, total } : [];
    });
    if (rows.length > 0) await db.insertInto("task_checklists").values(rows).execute();
    const end = tasks.at(-1);
    if (!end || tasks.length < BATCH_ROWS) return;
    last = end.id;
  }
}
