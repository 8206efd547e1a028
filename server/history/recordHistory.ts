import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import type { FieldChange, HistoryKind } from "#contract/taskHistory.ts";
import type { ChangeContext } from "#server/changeContext.ts";
import { onPostgres, valuesIn } from "#server/db/dialect.ts";
import type { Database, TaskHistoryRow } from "#server/db/schema.ts";
import { announceChanges, announceTask } from "#server/outbox/taskEvents.ts";
import { changesBetween, type RecordedTask } from "./changes.ts";

/** Within this time, a user's successive changes of fields become one entry. */
const BURST_MS = 5 * 60 * 1000;

type Newest = Pick<TaskHistoryRow, "id" | "at" | "actor_id" | "kind" | "changes">;

async function findNewest(trx: Transaction<Database>, taskId: string): Promise<Newest | undefined> {
  return await trx
    .selectFrom("task_history")
    .select(["id", "at", "actor_id", "kind", "changes"])
    .where("task_id", "=", taskId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/**
 * The time of the next entry, which is at least a millisecond after the newest one, so that they
 * have an order.
 */
const timeAfter = (newest: Newest | undefined, at: Date): string => {
  const time = at.toISOString();
  if (!newest || newest.at < time) return time;
  return new Date(Date.parse(newest.at) + 1).toISOString();
};

interface NewEntry {
  id?: string;
  taskId: string;
  at: string;
  by: NamedRecord;
  kind: HistoryKind;
  changes: FieldChange[];
}

/** Returns false if there is an entry with this id. */
async function insert(
  trx: Transaction<Database>,
  { id = randomUUID(), taskId, at, by, kind, changes }: NewEntry,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("task_history")
    .values({
      id,
      task_id: taskId,
      at,
      actor_id: by.id,
      actor_name: by.name,
      kind,
      changes: JSON.stringify(changes),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows !== 0n;
}

/**
 * Records a task's creation once, even if its request is repeated. Returns false for a repeat.
 */
export async function recordCreation(
  trx: Transaction<Database>,
  taskId: string,
  { by, at }: ChangeContext,
): Promise<boolean> {
  const kind = "created";
  const entry = { id: taskId, taskId, at: at.toISOString(), by, changes: [] };
  const isNew = await insert(trx, { ...entry, kind });
  if (isNew) await announceTask(trx, taskId, { by, at }, { kind });
  return isNew;
}

/** Records the creation of many tasks, which an import has just inserted. */
export async function recordCreations(
  trx: Transaction<Database>,
  taskIds: readonly string[],
  { by, at }: ChangeContext,
): Promise<void> {
  await trx
    .insertInto("task_history")
    .values(
      taskIds.map((id) => ({
        id,
        task_id: id,
        at: at.toISOString(),
        actor_id: by.id,
        actor_name: by.name,
        kind: "created" as const,
        changes: "[]",
      })),
    )
    .execute();
}

/** Records an event of a task, or of a comment on it, in the transaction that causes it. */
export async function recordEvent(
  trx: Transaction<Database>,
  taskId: string,
  { by, at }: ChangeContext,
  kind: Exclude<HistoryKind, "created" | "changed">,
  commentId?: string,
): Promise<void> {
  // Without a read, so that concurrent comments on one task don't conflict on PostgreSQL.
  const newest = kind === "commented" ? undefined : await findNewest(trx, taskId);
  await insert(trx, { taskId, at: timeAfter(newest, at), by, kind, changes: [] });
  await announceTask(trx, taskId, { by, at }, { kind, commentId });
}

/** Descriptions are not joined, because each entry has only the lines that differ. */
const isJoinable = ({ field }: FieldChange): boolean => field !== "description";

/** Joins two successive changes. A field that is back at its original value is left out. */
function joined(first: readonly FieldChange[], second: readonly FieldChange[]): FieldChange[] {
  const fields = new Map(first.map((change) => [change.field, change]));
  for (const { field, from, to } of second) {
    fields.set(field, {
      field,
      from: fields.has(field) ? (fields.get(field)?.from ?? null) : from,
      to,
    });
  }
  return [...fields.values()].filter(({ from, to }) => from !== to);
}

/**
 * Records the fields that differ between two states of a task, in the transaction that changes it. A
 * burst of changes by one user becomes one entry.
 */
export async function recordChange(
  trx: Transaction<Database>,
  before: RecordedTask,
  after: RecordedTask,
  { by, at }: ChangeContext,
): Promise<void> {
  const changes = await changesBetween(trx, before, after);
  if (changes.length === 0) return;
  const taskId = after.id;
  await announceTask(trx, taskId, { by, at }, { kind: "changed", changes });
  const newest = await findNewest(trx, taskId);
  const time = timeAfter(newest, at);
  const isBurst =
    newest?.kind === "changed" &&
    newest.actor_id === by.id &&
    Date.parse(time) - Date.parse(newest.at) < BURST_MS;
  const earlier = isBurst ? (JSON.parse(newest.changes) as FieldChange[]) : [];
  if (!isBurst || !earlier.every(isJoinable) || !changes.every(isJoinable)) {
    await insert(trx, { taskId, at: time, by, kind: "changed", changes });
    return;
  }
  const both = joined(earlier, changes);
  const row = trx.updateTable("task_history").where("id", "=", newest.id);
  if (both.length > 0) {
    await row.set({ at: time, changes: JSON.stringify(both) }).execute();
  } else {
    await trx.deleteFrom("task_history").where("id", "=", newest.id).execute();
  }
}

/** Records the same change of many tasks, which has just been made. */
export async function recordChanges(
  trx: Transaction<Database>,
  taskIds: readonly string[],
  changes: readonly FieldChange[],
  { by, at }: ChangeContext,
): Promise<void> {
  if (taskIds.length === 0) return;
  await announceChanges(trx, taskIds, { by, at }, changes);
  const unique = onPostgres(trx)
    ? sql<string>`gen_random_uuid()::text`
    : sql<string>`lower(hex(randomblob(16)))`;
  await trx
    .insertInto("task_history")
    .columns(["id", "task_id", "at", "actor_id", "actor_name", "kind", "changes"])
    .expression(
      trx
        .selectFrom("tasks")
        .select([unique.as("id"), "tasks.id as task_id"])
        .select(({ val, cast }) => [
          cast<string>(val(at.toISOString()), "text").as("at"),
          cast<string>(val(by.id), "text").as("actor_id"),
          cast<string>(val(by.name), "text").as("actor_name"),
          sql<HistoryKind>`'changed'`.as("kind"),
          cast<string>(val(JSON.stringify(changes)), "text").as("changes"),
        ])
        .where("id", "in", valuesIn(trx, taskIds)),
    )
    .execute();
}

/** Deletes the history of purged tasks. A task that was created again with the same id keeps it. */
export async function deleteHistory(
  trx: Transaction<Database>,
  taskIds: readonly string[],
): Promise<void> {
  const present = trx.selectFrom("tasks").select("id").where("id", "in", valuesIn(trx, taskIds));
  await trx
    .deleteFrom("task_history")
    .where("task_id", "in", valuesIn(trx, taskIds))
    .where("task_id", "not in", present)
    .execute();
}
