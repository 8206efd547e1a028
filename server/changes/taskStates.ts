import { type Kysely, sql, type Transaction } from "kysely";
import type { AuditDetails } from "#contract/shapes/audit.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { FieldChange } from "#contract/shapes/taskHistory.ts";
import { SUMMARY_FIELDS, setOf } from "#contract/taskFields.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "#contract/webhook.ts";
import { batchesOf } from "#server/db/batches.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { ChangeKind } from "#server/db/schema/changes.ts";
import type { Database } from "#server/db/schema.ts";
import { labelsOf, namedLabels, type WithLabels, withLabels } from "#server/db/taskLabels.ts";

interface TaskChange {
  kind: ChangeKind;
  fields?: readonly FieldChange[];
  commentId?: string;
  details?: AuditDetails;
}

/** A recorded change, and its task. */
interface Recorded {
  number: number;
  subject_id: string;
  /** The {@link awaitedEvents}, separated by commas. */
  awaited: string | null;
}

/** The webhooks' events of a change, with the changed fields. A move is separate from other changes. */
export function eventsOf({
  kind,
  fields = [],
}: Pick<TaskChange, "kind" | "fields">): [WebhookEvent, FieldChange[]][] {
  if (kind !== "task.changed") {
    return WEBHOOK_EVENTS.some((event) => event === kind) ? [[kind as WebhookEvent, []]] : [];
  }
  const isMove = ({ field }: FieldChange) => field === "status";
  const parts: [WebhookEvent, FieldChange[]][] = [
    ["task.moved", fields.filter(isMove)],
    ["task.changed", fields.filter((field) => !isMove(field))],
  ];
  return parts.filter(([, some]) => some.length > 0);
}

/** The events that active webhooks have chosen. The statement that records a change returns them. */
export const awaitedEvents = (db: Kysely<Database>) =>
  db
    .selectFrom("webhooks")
    .select(({ fn }) => fn.agg<string | null>("string_agg", ["events", sql.lit(",")]).as("events"))
    .where("is_active", "=", 1)
    .as("awaited");

/** Whether an active webhook has chosen an event of the change. */
function isAwaited(awaited: string | null | undefined, change: TaskChange): boolean {
  const chosen = new Set(awaited?.split(","));
  return eventsOf(change).some(([event]) => chosen.has(event));
}

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name });

/** Deleted tasks are in a table of their own, with the same columns. */
const selectTasks = (trx: Transaction<Database>, table: "tasks" | "deleted_tasks") =>
  trx
    .selectFrom(`${table as "tasks"} as task` as const)
    .leftJoin("users", "users.id", "task.assignee_id")
    .leftJoin("teams", "teams.id", "task.team_id")
    .select(["task.id", ...SUMMARY_FIELDS])
    .select(["users.name as assignee_name", "teams.name as team_name"])
    .select(labelsOf("task"));

type FoundTask = Awaited<ReturnType<ReturnType<typeof selectTasks>["execute"]>>[number];

/** A task as webhooks receive it. */
const presentTask = (
  { assignee_id, assignee_name, team_id, team_name, ...task }: WithLabels<FoundTask>,
  labels: readonly NamedRecord[],
) => ({
  ...task,
  assignee: named(assignee_id, assignee_name),
  team: named(team_id, team_name),
  labels: labels.filter(({ id }) => task.labels.includes(id)),
});

/** A comment with its text; a deleted one has only its id. */
async function readComment(trx: Transaction<Database>, id: string): Promise<object> {
  const row = await trx
    .selectFrom("comments")
    .select(["id", "comment"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? { id };
}

/** A file as it is now, also a deleted one. */
async function readFile(trx: Transaction<Database>, id: string): Promise<object> {
  const row = await trx
    .selectFrom("files")
    .select(["id", "name", "alt", "type", "size", "sha256"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? { id };
}

/**
 * Keeps the tasks of recorded changes as they are now, because they may change again before webhooks
 * see it. Without a webhook that awaits the change, nothing is read or written.
 */
export async function keepTaskStates(
  trx: Transaction<Database>,
  recorded: readonly Recorded[],
  change: TaskChange,
): Promise<void> {
  if (!isAwaited(recorded[0]?.awaited, change)) return;
  const { commentId, details: { file } = {} } = change;
  const part = {
    ...(commentId !== undefined && { comment: await readComment(trx, commentId) }),
    ...(file && { file: await readFile(trx, file.id) }),
  };
  const table = change.kind === "task.deleted" ? "deleted_tasks" : "tasks";
  for (const batch of batchesOf(recorded)) {
    const ids = batch.map(({ subject_id }) => subject_id);
    const rows = await selectTasks(trx, table).where("task.id", "in", valuesIn(trx, ids)).execute();
    const found = rows.map(withLabels);
    const labels = await namedLabels(trx, setOf(found.flatMap((task) => task.labels)));
    const tasks = new Map(found.map((task) => [task.id, presentTask(task, labels)]));
    const states = batch.flatMap(({ number, subject_id }) => {
      const task = tasks.get(subject_id);
      return task ? [{ number, state: JSON.stringify({ task, ...part }) }] : [];
    });
    if (states.length > 0) await trx.insertInto("task_states").values(states).execute();
  }
}
