import type { FastifyReply } from "fastify";
import type { Kysely } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import type { SavedTaskResponse } from "#contract/shapes/task.ts";
import type { SavedTask, TaskConflictResponse, TaskDetail } from "#contract/task.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { isRecorded, recordEdit } from "#server/changes/record.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { CLIENT_ID_HEADER } from "#server/events/origin.ts";
import { badRequest, notFound } from "#server/http/errors.ts";
import { findLastChanger } from "#server/taskHistory/queries.ts";
import { findSavedTask, findTask, findTaskDetail, updateTask } from "./queries.ts";
import type { patchedValues } from "./values.ts";

interface Edit {
  id: string;
  body: unknown;
  /** The values to save: those of the whole form, or of some fields. */
  valuesOf: typeof patchedValues;
  /** The `If-Match` header. */
  ifMatch: string | undefined;
  user: UserRow;
  context: ChangeContext;
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
 * `valuesOf`.
 */
export async function editTask(
  db: Kysely<Database>,
  { id, body, valuesOf, ifMatch, user, context }: Edit,
): Promise<EditResult> {
  const { at: now } = context;
  return await transaction(db, async (trx) => {
    const before = await findTask(trx, id);
    if (!before) throw notFound("Task not found");
    if (await isRecorded(trx, context)) return { saved: true, task: await findSavedTask(trx, id) };
    if (!matchesVersion(ifMatch, etagOf(before))) return await conflict(trx, id);
    const values = await valuesOf(trx, body, { task: before, user, now });
    const task = await updateTask(trx, before, values, now);
    await recordEdit(trx, before, task, context);
    return { saved: true, task };
  });
}

/** The result if `If-Match` has another version. */
export async function conflict(trx: Kysely<Database>, id: string): Promise<EditResult> {
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
