import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { AuditDetails, AuditSubject } from "#contract/shapes/audit.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { FieldChange } from "#contract/shapes/taskHistory.ts";
import { setDifference } from "#contract/taskFields.ts";
import { valuesIn } from "#server/db/dialect.ts";
import { type Param, prepared } from "#server/db/postgres/prepared.ts";
import type {
  ChangedComment,
  ChangeKind,
  ChangeRow,
  MovedTask,
} from "#server/db/schema/changes.ts";
import type { JobRow } from "#server/db/schema/jobs.ts";
import type { TaskRow } from "#server/db/schema/tasks.ts";
import type { Database } from "#server/db/schema.ts";
import type { ChangedLabels } from "#server/db/taskLabels.ts";
import type { ChangeContext } from "./context.ts";
import { type DueTask, dueChangedFor } from "./dueChanged.ts";
import { requireRoom } from "./entryLimit.ts";
import { changesBetween, type RecordedTask } from "./fieldChanges.ts";
import { isAudited } from "./kinds.ts";
import { writeOrigin } from "./origins.ts";
import { awaitedEvents, keepTaskStates } from "./taskStates.ts";
import {
  assigned,
  insertItems,
  type Recipient,
  whoIsNotified,
  whoIsToldOfEnd,
} from "./whoIsNotified.ts";

/** A change, and the user, team or task that it changes. */
export interface Change {
  kind: ChangeKind;
  subject: AuditSubject;
  /** What the audit log tells about it. */
  details?: AuditDetails;
  /** The changed fields of a task. */
  fields?: readonly FieldChange[];
  /** The comment on the task that was added, changed or deleted. */
  commentId?: string;
  /** When the moved task had arrived in its former column. */
  arrived?: string;
  /** What the change adds to the labels of a task and removes, and the version that it makes. */
  labels?: ChangedLabels["labels"];
  /** Whether only the actor may know of it: it is not in the audit log. */
  isPrivate?: boolean;
  /** The long work that the change ends. */
  ends?: PartOf;
  /** The long work that the change is a part of. It checks limits when it begins. */
  partOf?: PartOf;
  /** The job that the change ends. The inbox of its maker tells it. */
  endedJob?: { job: JobRow; item: string };
  /** The users who get an item in their inbox. */
  recipients?: readonly Recipient[];
  /** Other users whose inbox has changed: a due task of theirs. */
  dueFor?: readonly string[];
}

/** The long work that a change is part of, and its id. */
export type PartOf = `${"run" | "import" | "user" | "taskRun"} ${string}`;

/** The session and the tab of a change as the record stores them. */
export const tabOf = ({ tab }: Pick<ChangeContext, "tab">): string | null =>
  tab ? `${tab.sessionId} ${tab.clientId}` : null;

export const userSubject = ({ id, name }: NamedRecord): AuditSubject => ({
  kind: "user",
  id,
  name,
});
export const taskSubject = ({ id, title }: Pick<TaskRow, "id" | "title">): AuditSubject => ({
  kind: "task",
  id,
  name: title,
});
export const teamSubject = ({ id, name }: NamedRecord): AuditSubject => ({
  kind: "team",
  id,
  name,
});

/** The details of a change as the record stores them. */
function detailsText({ details = {}, commentId, arrived, labels }: Change): string {
  if (commentId !== undefined)
    return JSON.stringify({ comment: commentId } satisfies ChangedComment);
  const kept: Partial<MovedTask & ChangedLabels> = {
    ...(arrived !== undefined && { arrived }),
    ...(labels && { labels }),
  };
  if (Object.keys(kept).length > 0) return JSON.stringify(kept);
  return JSON.stringify(details);
}

/** The ids of users as the record stores them. */
export const idsText = (ids: readonly string[]): string | null =>
  ids.length > 0 ? [...new Set(ids)].join(" ") : null;

const insertChange = prepared((db, param: Param<Omit<ChangeRow, "number">>) =>
  db
    .insertInto("changes")
    .values({
      id: param("id"),
      at: param("at"),
      actor_id: param("actor_id"),
      actor_name: param("actor_name"),
      kind: param("kind"),
      subject_kind: param("subject_kind"),
      subject_id: param("subject_id"),
      subject_name: param("subject_name"),
      team_id: param("team_id"),
      details: param("details"),
      fields: param("fields"),
      audited: param("audited"),
      tab: param("tab"),
      origin: param("origin"),
      part_of: param("part_of"),
      inboxes: param("inboxes"),
      body_hash: param("body_hash"),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning(["number", "subject_id", awaitedEvents(db)]),
);

/** A change as the record stores it. `inboxes`: the users whose inboxes change. */
export function changeRow(
  context: ChangeContext,
  change: Change,
  inboxes: readonly string[],
): Omit<ChangeRow, "number"> {
  const { by, at, id = randomUUID(), runId } = context;
  const { kind, subject, details = {}, fields = [], ends, partOf: work, dueFor = [] } = change;
  const partOf: PartOf | null = runId === undefined ? (ends ?? work ?? null) : `run ${runId}`;
  return {
    id,
    at: at.toISOString(),
    actor_id: by.id,
    actor_name: by.name,
    kind,
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject_name: subject.name,
    team_id: details.team?.id ?? null,
    details: detailsText(change),
    fields: JSON.stringify(fields),
    // A bulk action has one entry in the audit log, which it writes at its end.
    audited: isAudited(kind) && runId === undefined && !change.isPrivate ? 1 : 0,
    tab: tabOf(context),
    origin: writeOrigin(context),
    part_of: partOf,
    inboxes: idsText([...inboxes, ...dueFor]),
    body_hash: (context.id && context.bodyHash) ?? null,
  };
}

/**
 * Records a change in the transaction that makes it, so both are committed or neither is. History, audit
 * log, live updates, webhooks and inboxes follow from it. Returns false, and does nothing, if an earlier attempt of this request
 * has recorded it. Refuses beyond the limit of {@link requireRoom}.
 */
export async function record(
  trx: Transaction<Database>,
  context: ChangeContext,
  change: Change,
): Promise<boolean> {
  const { by, at, runId } = context;
  const { kind, subject, details = {}, commentId, recipients = [], endedJob } = change;
  // Long work checks the limit when it begins.
  const isWork = runId !== undefined || change.ends !== undefined || change.partOf !== undefined;
  if (isAudited(kind) && !isWork && !change.isPrivate) await requireRoom(trx, { by, at }, kind);
  const notified = await whoIsNotified(trx, recipients, by);
  const told = endedJob ? await whoIsToldOfEnd(trx, endedJob.job, at) : [];
  const inboxes = [...notified, ...told].map((user) => user.id);
  const values = changeRow(context, change, inboxes);
  const { id } = values;
  const [row] = await insertChange(trx, values);
  if (!row) return false;
  const ofTask = { id: commentId ?? id, taskId: subject.id, commentId };
  // A bulk action has one item for all its tasks.
  const about = runId === undefined ? ofTask : { id: runId, taskId: "", handedOver: 1 };
  await insertItems(trx, notified, { ...about, by, at });
  if (endedJob) {
    const item = { id: endedJob.item, taskId: "", handedOver: details.count ?? 0 };
    await insertItems(trx, told, { ...item, by, at });
  }
  if (subject.kind === "task") await keepTaskStates(trx, [row], change);
  return true;
}

/** Whose inboxes follow from two states of a task. The former is null if the task is new. */
export const inboxesOf = (
  before: DueTask | null,
  after: DueTask,
  { at }: ChangeContext,
): Pick<Change, "recipients" | "dueFor"> => ({
  recipients: assigned(before, after),
  dueFor: dueChangedFor(before, after, at),
});

/** What the record keeps of a task's move and of its labels, besides the fields. */
export const keptOf = (
  before: Pick<TaskRow, "status" | "status_changed_at" | "labels">,
  after: RecordedTask & { version: number },
): Pick<Change, "arrived" | "labels"> => {
  const labels = setDifference(before.labels, after.labels ?? []);
  return {
    ...(before.status !== after.status && { arrived: before.status_changed_at }),
    ...(labels.add.length + labels.remove.length > 0 && {
      labels: { ...labels, version: after.version },
    }),
  };
};

/** Records the fields that differ between two states of a task, if any do. Nobody is notified of an undo. */
export async function recordEdit(
  trx: Transaction<Database>,
  before: RecordedTask & Pick<TaskRow, "status_changed_at" | "labels">,
  after: RecordedTask & { version: number },
  context: ChangeContext,
  { isUndo = false } = {},
): Promise<void> {
  const fields = await changesBetween(trx, before, after);
  if (fields.length === 0) return;
  const inboxes = inboxesOf(before, after, context);
  if (isUndo) inboxes.recipients = [];
  await record(trx, context, {
    kind: "task.changed",
    subject: taskSubject(after),
    fields,
    ...keptOf(before, after),
    ...inboxes,
  });
}

/** Records a change of a comment. */
export async function recordComment(
  trx: Transaction<Database>,
  { taskId, commentId }: { taskId: string; commentId: string },
  context: ChangeContext,
  kind: "comment.created" | "comment.changed" | "comment.deleted",
  recipients: readonly Recipient[] = [],
): Promise<void> {
  const task = await trx
    .selectFrom("tasks")
    .select(["id", "title"])
    .where("id", "=", taskId)
    .executeTakeFirstOrThrow();
  await record(trx, context, { kind, subject: taskSubject(task), commentId, recipients });
}

/** The number of changes that a transaction forgets. */
const CHANGES_FORGOTTEN = 500;

/**
 * Deletes the next changes of purged tasks or views, except those of the audit log. A task that was created
 * again with the same id keeps them. Returns whether there were any.
 */
export async function forgetChanges(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<boolean> {
  const present = trx.selectFrom("tasks").select("id").where("id", "in", valuesIn(trx, ids));
  const forgotten = trx
    .selectFrom("changes")
    .select("number")
    .where("subject_id", "in", valuesIn(trx, ids))
    .where("subject_id", "not in", present)
    .where("audited", "=", 0)
    .limit(CHANGES_FORGOTTEN);
  const { numDeletedRows } = await trx
    .deleteFrom("changes")
    .where("number", "in", forgotten)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}
