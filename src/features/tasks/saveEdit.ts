import type { CallError } from "#api/errors.ts";
import { type FieldName, mergeTask } from "./mergeTask.ts";
import { type TaskDetail, theirsIn } from "./taskAnswers.ts";
import { startValues, type TaskFormValues } from "./taskForm.ts";

/** Attempts of one save while others keep changing the task. */
export const ATTEMPTS = 5;

/** An edit: what it began with, and what has become of it. */
export interface Edit {
  base: TaskDetail;
  values: TaskFormValues;
}

/** An edit on top of somebody else's. `conflicts` are the fields that have to be asked about. */
export interface Met extends Edit {
  conflicts: FieldName[];
}

/** How saving an edit ended. Without an error it is saved. */
export interface Outcome {
  error: CallError;
  /** What has become of the edit when somebody has changed the task meanwhile. */
  met: Met | null;
}

/** An edit on top of what somebody else made of the task meanwhile. */
export function meet({ base, values }: Edit, theirs: TaskDetail): Met {
  const merge = mergeTask(startValues(base, undefined), values, startValues(theirs, undefined));
  return { base: theirs, ...merge };
}

/**
 * Saves an edit. When somebody has changed the task meanwhile, the two are merged and saved again,
 * until a field has to be asked about or the task doesn't come to rest.
 */
export async function saveEdit(
  edit: Edit,
  send: (edit: Edit) => Promise<{ error?: CallError }>,
): Promise<Outcome> {
  let met: Met | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const sent: Edit = met ?? edit;
    const { error } = await send(sent);
    const theirs = theirsIn(error);
    if (!theirs) return { error, met };
    // Always from where the edit began: what they did and undid again is nothing to merge with.
    met = meet(edit, theirs.etag === sent.base.etag ? withoutTag(theirs) : theirs);
    if (met.conflicts.length > 0 || attempt === ATTEMPTS) return { error, met };
  }
}

/** Refused, though nothing has happened since: tags mean nothing to this server. */
function withoutTag({ etag: _etag, ...task }: TaskDetail): TaskDetail {
  return task;
}
