import { randomUUID } from "node:crypto";
import type { Insertable, Transaction } from "kysely";
import type { ImportSource } from "#contract/imports.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { recordTasks } from "#server/changes/recordTasks.ts";
import { batchesOf } from "#server/db/batches.ts";
import type { CommentsTable, TasksTable } from "#server/db/schema/tasks.ts";
import type { Database } from "#server/db/schema.ts";
import { searchText } from "#server/db/text/searchText.ts";
import { checklistRows } from "#server/tasks/checklists.ts";
import type { PlannedTask } from "./plan.ts";

export interface PlannedRow {
  id: string;
  task: PlannedTask;
  /** The number of the row in the file, from 1. */
  position: number;
  sourceId: string;
}

interface ImportContext {
  importId: string;
  source: ImportSource;
  by: NamedRecord;
  account: string | null;
  /** The ids of the labels by their keys. */
  labelIds: ReadonlyMap<string, string>;
  now: Date;
}

/**
 * The time at which a task counts as arrived in its column, which shows the latest arrival first.
 * Done tasks have the order of their last changes, the others the order of the file.
 */
function arrivedAt({ status, changed_at, created_at }: PlannedTask, position: number, now: Date) {
  if (status === "Done") return changed_at ?? created_at;
  return new Date(now.getTime() - position).toISOString();
}

const taskRow = (
  { id, task, position }: PlannedRow,
  { account, now }: ImportContext,
): Insertable<TasksTable> => ({
  id,
  title: task.title,
  description: task.description,
  status: task.status,
  priority: task.priority,
  due_date: task.due_date,
  assignee_id: task.assignee_id,
  team_id: null,
  created_by: account,
  created_at: task.created_at,
  updated_at: now.toISOString(),
  status_changed_at: arrivedAt(task, position, now),
  search_text: searchText(task.title, task.description),
});

/**
 * Comments have the name of their foreign author and no account, because no user of this server
 * wrote them.
 */
const commentRows = (
  { id, task }: PlannedRow,
  { by, account }: ImportContext,
): Insertable<CommentsTable>[] =>
  task.comments.map(({ author, comment, created_at }) => ({
    id: randomUUID(),
    task_id: id,
    user_id: author === null ? account : null,
    user_name: author ?? by.name,
    comment,
    created_at,
    search_text: searchText(comment),
  }));

/** Inserts tasks with their labels, comments, history entries and foreign ids. Nobody is notified. */
export async function insertPlanned(
  trx: Transaction<Database>,
  planned: readonly PlannedRow[],
  context: ImportContext,
): Promise<void> {
  if (planned.length === 0) return;
  const { importId, source, by, now, labelIds } = context;
  await trx
    .insertInto("tasks")
    .values(planned.map((one) => taskRow(one, context)))
    .execute();
  const checklists = checklistRows(
    planned.map(({ id, task }) => ({ id, description: task.description })),
  );
  if (checklists.length > 0) await trx.insertInto("task_checklists").values(checklists).execute();
  const labels = planned.flatMap(({ id, task }) =>
    task.labels.map(({ key }) => ({ task_id: id, label_id: labelIds.get(key) ?? "" })),
  );
  for (const batch of batchesOf(labels)) {
    await trx.insertInto("task_labels").values(batch).execute();
  }
  const comments = planned.flatMap((one) => commentRows(one, context));
  for (const batch of batchesOf(comments)) {
    await trx.insertInto("comments").values(batch).execute();
  }
  const ids = planned.map(({ id }) => id);
  const change = { kind: "task.created", partOf: `import ${importId}` } as const;
  const origin = { kind: "import", id: importId } as const;
  await recordTasks(trx, ids, { by, at: now, origin }, change);
  await trx
    .insertInto("import_sources")
    .values(planned.map(({ id, sourceId }) => ({ source, source_id: sourceId, task_id: id })))
    .execute();
}
