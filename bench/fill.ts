import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import { migrate } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import type { UsersTable } from "#server/db/schema/accounts.ts";
import type { TasksTable } from "#server/db/schema/tasks.ts";
import { insertRows } from "#server/testing/rows.ts";

const DAY = 86_400_000;

/**
 * Puts `count` tasks of ordinary length into a database, spread over the columns, and `people` users
 * who can't sign in.
 */
export async function fillDatabase(where: string, count: number, people = 0): Promise<void> {
  const db = openDatabase(where);
  await migrate(db);
  await insertRows(
    db,
    "tasks",
    Array.from({ length: count }, (_none, index) => task(index)),
  );
  await insertRows(
    db,
    "users",
    Array.from({ length: people }, (_none, index) => person(index)),
  );
  await db.destroy();
}

/** Adds equal tasks, and returns their ids. */
export async function addTasks(
  where: string,
  count: number,
  fields: Partial<Insertable<TasksTable>> = {},
): Promise<string[]> {
  await using db = openDatabase(where);
  const at = new Date().toISOString();
  const texts = { title: "Task", description: "", search_text: "task" };
  const choices = { status: "Todo", priority: "Low" } as const;
  const instants = { created_at: at, updated_at: at, status_changed_at: at };
  const rows = Array.from({ length: count }, () => ({
    id: randomUUID(),
    ...texts,
    ...choices,
    ...instants,
    ...fields,
  }));
  await insertRows(db, "tasks", rows);
  return rows.map(({ id }) => id);
}

function person(index: number): Insertable<UsersTable> {
  const email = `person-${index}@example.com`;
  return {
    id: randomUUID(),
    name: `Person ${index}`,
    email,
    email_key: email,
    role: "member",
    is_active: 1,
    password_hash: "",
    created_at: new Date().toISOString(),
  };
}

function task(index: number): Insertable<TasksTable> {
  const at = new Date(Date.now() - index * 60_000).toISOString();
  return {
    id: randomUUID(),
    title: `Task ${index}: see to what the harbour office asked for`,
    description: "They wrote on Monday, and would like to hear before the end of the week.",
    status: TASK_STATUSES[index % TASK_STATUSES.length] ?? "Todo",
    priority: TASK_PRIORITIES[(index % 7) % TASK_PRIORITIES.length] ?? "Low",
    due_date:
      index % 3 ? new Date(Date.now() + (index % 40) * DAY).toISOString().slice(0, 10) : null,
    assignee_id: null,
    team_id: null,
    created_by: null,
    created_at: at,
    updated_at: at,
    status_changed_at: at,
    version: 1,
  };
}
