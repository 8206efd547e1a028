import type { Transaction } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import type { FieldChange, HistoryKind } from "#contract/taskHistory.ts";
import type { WebhookEvent } from "#contract/webhook.ts";
import type { ChangeContext } from "#server/changeContext.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { announce, listenersOf } from "./announce.ts";

/** The number of tasks that are read at a time. */
const BATCH_ROWS = 500;

const KIND_EVENTS: Readonly<Record<Exclude<HistoryKind, "changed">, WebhookEvent>> = {
  created: "task.created",
  deleted: "task.deleted",
  restored: "task.restored",
  commented: "comment.created",
  comment_edited: "comment.changed",
  comment_deleted: "comment.deleted",
};

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name });

/** The tasks as webhooks receive them. Deleted ones are in a table of their own, with the same columns. */
const selectTasks = (trx: Transaction<Database>, table: "tasks" | "deleted_tasks") =>
  trx
    .selectFrom(`${table as "tasks"} as task` as const)
    .leftJoin("users", "users.id", "task.assignee_id")
    .leftJoin("teams", "teams.id", "task.team_id")
    .select(["task.id", "title", "status", "priority", "due_date", "assignee_id", "team_id"])
    .select(["users.name as assignee_name", "teams.name as team_name"]);

type FoundTask = Awaited<ReturnType<ReturnType<typeof selectTasks>["execute"]>>[number];

const presentTask = ({ assignee_id, assignee_name, team_id, team_name, ...task }: FoundTask) => ({
  ...task,
  assignee: named(assignee_id, assignee_name),
  team: named(team_id, team_name),
});

const actor = ({ id, name }: NamedRecord) => ({ id, name });

/**
 * Announces a recorded change of a task. A move and changes of other fields are separate events.
 */
export async function announceTask(
  trx: Transaction<Database>,
  taskId: string,
  { by, at }: ChangeContext,
  { kind, changes = [], commentId }: TaskAnnouncement,
): Promise<void> {
  const isMove = ({ field }: FieldChange) => field === "status";
  const parts: [WebhookEvent, FieldChange[]][] =
    kind === "changed"
      ? [
          ["task.moved", changes.filter(isMove)],
          ["task.changed", changes.filter((change) => !isMove(change))],
        ]
      : [[KIND_EVENTS[kind], []]];
  const events = parts.filter(([, some]) => kind !== "changed" || some.length > 0);
  const listeners = await listenersOf(
    trx,
    events.map(([event]) => event),
  );
  if (listeners.length === 0) return;
  const task =
    (await selectTasks(trx, "tasks").where("task.id", "=", taskId).executeTakeFirst()) ??
    (await selectTasks(trx, "deleted_tasks").where("task.id", "=", taskId).executeTakeFirst());
  if (!task) return;
  const comment = commentId === undefined ? undefined : await findComment(trx, commentId);
  const data = { task: presentTask(task), ...(comment && { comment }), actor: actor(by) };
  const announcements = events.map(([event, some]) => ({
    event,
    data: some.length > 0 ? { ...data, changes: some } : data,
  }));
  await announce(trx, listeners, announcements, at);
}

/** An event of a task's history. `commentId` is the comment that was added or changed. */
export interface TaskAnnouncement {
  kind: HistoryKind;
  changes?: readonly FieldChange[];
  commentId?: string | undefined;
}

/** A comment with its text; a deleted one has only its id. */
async function findComment(trx: Transaction<Database>, id: string): Promise<object> {
  const row = await trx
    .selectFrom("comments")
    .select(["id", "comment"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? { id };
}

/** Announces the same change of many tasks, which has just been made. */
export async function announceChanges(
  trx: Transaction<Database>,
  taskIds: readonly string[],
  { by, at }: ChangeContext,
  changes: readonly FieldChange[],
): Promise<void> {
  const event: WebhookEvent = "task.changed";
  const listeners = await listenersOf(trx, [event]);
  if (listeners.length === 0) return;
  for (let first = 0; first < taskIds.length; first += BATCH_ROWS) {
    const tasks = await selectTasks(trx, "tasks")
      .where("task.id", "in", valuesIn(trx, taskIds.slice(first, first + BATCH_ROWS)))
      .execute();
    const announcements = tasks.map((task) => ({
      event,
      data: { task: presentTask(task), changes, actor: actor(by) },
    }));
    await announce(trx, listeners, announcements, at);
  }
}
