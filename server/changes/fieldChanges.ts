import type { Transaction } from "kysely";
import type { Task } from "#contract/task.ts";
import type { FieldChange } from "#contract/taskHistory.ts";
import type { Database } from "#server/db/schema.ts";
import { excerpts } from "./excerpts.ts";

/** The fields of a task that the history records. */
export type RecordedTask = Omit<Task, "created_at">;

const PLAIN = ["title", "status", "priority", "due_date"] as const;

async function nameOf(
  trx: Transaction<Database>,
  table: "users" | "teams",
  id: string | null,
): Promise<string | null> {
  if (id === null) return null;
  const row = await trx.selectFrom(table).select("name").where("id", "=", id).executeTakeFirst();
  return row?.name ?? null;
}

/** The fields that differ between two states of a task. Users and teams are recorded by name. */
export async function changesBetween(
  trx: Transaction<Database>,
  before: RecordedTask,
  after: RecordedTask,
): Promise<FieldChange[]> {
  const changes: FieldChange[] = PLAIN.filter((field) => before[field] !== after[field]).map(
    (field) => ({ field, from: before[field], to: after[field] }),
  );
  if (before.assignee_id !== after.assignee_id) {
    const from = await nameOf(trx, "users", before.assignee_id);
    const to = await nameOf(trx, "users", after.assignee_id);
    changes.push({ field: "assignee", from, to });
  }
  if (before.team_id !== after.team_id) {
    const from = await nameOf(trx, "teams", before.team_id);
    const to = await nameOf(trx, "teams", after.team_id);
    changes.push({ field: "team", from, to });
  }
  if (before.description !== after.description) {
    const [from, to] = excerpts(before.description, after.description);
    changes.push({ field: "description", from: from || null, to: to || null });
  }
  return changes;
}
