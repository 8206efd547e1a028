import type { Transaction } from "kysely";
import type { FieldChange } from "#contract/shapes/taskHistory.ts";
import type { TaskRow } from "#server/db/schema/tasks.ts";
import type { Database } from "#server/db/schema.ts";
import type { ChangeContext } from "./context.ts";
import { changesBetween, type RecordedTask } from "./fieldChanges.ts";
import { type Change, changeRow, inboxesOf, keptOf, taskSubject } from "./record.ts";
import { awaitedEvents, keepTaskStates } from "./taskStates.ts";
import { insertItems, whoIsNotified } from "./whoIsNotified.ts";

/** Two states of a task. */
export interface Edit {
  before: TaskRow;
  after: RecordedTask & { version: number };
}

/** Records that a bulk action has set fields of tasks to the same values. The new assignee gets one item. */
export async function recordEdits(
  trx: Transaction<Database>,
  edits: readonly Edit[],
  names: readonly (keyof RecordedTask)[],
  context: ChangeContext & { runId: string },
): Promise<void> {
  /** The changes of tasks that had the same values. */
  const known = new Map<string, FieldChange[]>();
  const changes: Change[] = [];
  for (const { before, after } of edits) {
    const key = JSON.stringify(names.map((name) => before[name]));
    const fields = known.get(key) ?? (await changesBetween(trx, before, after));
    known.set(key, fields);
    changes.push({
      kind: "task.changed",
      subject: taskSubject(after),
      fields,
      ...keptOf(before, after),
      ...inboxesOf(before, after, context),
    });
  }
  const assigned = changes.flatMap(({ recipients = [] }) => recipients);
  const notified = await whoIsNotified(trx, assigned.slice(0, 1), context.by);
  const rows = changes.map((change) => {
    const isNotified = change.recipients !== undefined && change.recipients.length > 0;
    return changeRow(context, change, isNotified ? notified.map(({ id }) => id) : []);
  });
  const recorded = await trx
    .insertInto("changes")
    .values(rows)
    .returning(["number", "subject_id", awaitedEvents(trx)])
    .execute();
  const { runId, by, at } = context;
  await insertItems(trx, notified, { id: runId, taskId: "", handedOver: assigned.length, by, at });
  for (const [fields, alike] of Map.groupBy(changes, (change) => change.fields)) {
    const ids = new Set(alike.map(({ subject }) => subject.id));
    const ofFields = recorded.filter(({ subject_id }) => ids.has(subject_id));
    await keepTaskStates(trx, ofFields, { kind: "task.changed", fields: fields ?? [] });
  }
}
