import type { FastifyReply } from "fastify";
import type { Kysely, Transaction } from "kysely";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type {
  SavedTask,
  SavedTaskResponse,
  TaskConflictResponse,
  TaskDetail,
} from "#contract/shapes/task.ts";
import type { TaskFieldValues } from "#contract/taskFields.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { recordEdit } from "#server/changes/record.ts";
import { CLIENT_ID_HEADER } from "#server/changes/requestContext.ts";
import type { TaskRow } from "#server/db/schema/tasks.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { badRequest, notFound } from "#server/refusals.ts";
import { findLastChanger } from "#server/taskHistory/queries.ts";
import { findSavedTask, findTask, findTaskDetail, updateTask } from "./queries.ts";

interface Edit {
  id: string;
  /** The `If-Match` header. */
  ifMatch: string | undefined;
  context: ChangeContext;
  /** Whether the task is already as requested, so that its version doesn't matter. */
  isMade?: (task: TaskRow) => boolean;
  /** The values to save, and when the task arrived in the column of an undone move. */
  change: (
    trx: Transaction<Database>,
    task: TaskRow,
  ) => Promise<{ values: TaskFieldValues; arrived?: string | undefined }>;
}

/** For the API description of a call that heeds `If-Match`. */
export const VERSIONED = {
  headers: {
    ...CLIENT_ID_HEADER,
    "if-match": "The `ETag` of the task to change. Without it, the last write wins.",
  },
  failures: {
    412: "The task has changed, so nothing was written. The body has the current task.",
  },
} as const;

/** The current task. `saved` is false if `If-Match` has another version, written by `changedBy`. */
export type EditResult =
  | { saved: true; task: SavedTask }
  | { saved: false; task: TaskDetail; changedBy: NamedRecord | null };

/**
 * Edits a task if `If-Match` allows it. Throws a 404 if there is no such task, and the errors of
 * `change`.
 */
export async function editTask(
  db: Kysely<Database>,
  { id, ifMatch, context, isMade, change }: Edit,
): Promise<EditResult> {
  const { at: now } = context;
  return await transaction(db, async (trx) => {
    const before = await findTask(trx, id);
    if (!before) throw notFound("Task not found");
    if ((await isRecorded(trx, context)) || isMade?.(before)) {
      return { saved: true, task: await findSavedTask(trx, id) };
    }
    if (!matchesVersion(ifMatch, etagOf(before))) return await conflict(trx, id);
    const { values, arrived } = await change(trx, before);
    const task = await updateTask(trx, before, values, now, { arrived });
    await recordEdit(trx, before, task, context);
    return { saved: true, task };
  });
}

/** The result if `If-Match` has another version. */
async function conflict(trx: Kysely<Database>, id: string): Promise<EditResult> {
  const task = await findTaskDetail(trx, id);
  return { saved: false, task, changedBy: await findLastChanger(trx, task) };
}

/** The response to an edit. */
export function presentEdit(
  reply: FastifyReply,
  edited: EditResult,
): SavedTaskResponse | TaskConflictResponse {
  reply.header("etag", etagOf(edited.task));
  if (edited.saved) return { task: edited.task };
  const { task, changedBy } = edited;
  reply.code(412);
  return { error: "Another user has changed the task", task, changed_by: changedBy };
}

/** An entity tag (RFC 9110 §8.8.3). It may contain a comma. */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** The strong entity tag of a task. It changes with every write. */
export const etagOf = ({ version }: { version: number }) => `"${version}"`;

/**
 * Whether `If-Match` allows a change of the resource with the entity tag `current` (RFC 9110
 * §13.1.1). Without the header it is allowed; a weak tag matches nothing. Throws a 400 if the header
 * is malformed.
 */
export function matchesVersion(ifMatch: string | undefined, current: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === "*") return true;
  const tags = ifMatch.match(TAG);
  if (!tags || /[^ \t,]/.test(ifMatch.replace(TAG, ""))) {
    throw badRequest('If-Match must be "*" or a list of entity tags');
  }
  return tags.includes(current);
}
