import type { CallError } from "#api/errors.ts";
import { type TaskDetail, theirsIn } from "#api/taskResponses.ts";
import { startValues, type TaskFormValues } from "#features/tasks/formValues.ts";
import { type FieldName, mergeTask } from "./mergeTask.ts";

/** The maximum number of attempts at one save while others keep changing the task. */
export const SAVE_ATTEMPTS_MAX = 5;

/** An edit: the task it began with, and the values now. */
export interface Edit {
  base: TaskDetail;
  values: TaskFormValues;
}

/** An edit on top of another user's. The user must decide about the fields in `conflicts`. */
interface Rebased extends Edit {
  conflicts: FieldName[];
}

/** The outcome of saving an edit. Without an error it is saved. */
interface SaveResult {
  error: CallError;
  /** The edit on top of another user's change; null if there was none. */
  rebased: Rebased | null;
}

/** Puts an edit on top of another user's change. */
function rebase({ base, values }: Edit, theirs: TaskDetail): Rebased {
  const merge = mergeTask(startValues(base, undefined), values, startValues(theirs, undefined));
  return { base: theirs, ...merge };
}

/**
 * Saves an edit. If another user has changed the task, it merges both and saves again. It stops
 * when the user must decide about a field, or after `SAVE_ATTEMPTS_MAX`.
 */
export async function saveEdit(
  edit: Edit,
  save: (edit: Edit) => Promise<{ error?: CallError }>,
): Promise<SaveResult> {
  let rebased: Rebased | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const sent: Edit = rebased ?? edit;
    const { error } = await save(sent);
    const theirs = theirsIn(error);
    if (!theirs) return { error, rebased };
    // Merges the original edit each time, so that a change that was undone in between has no
    // effect.
    rebased = rebase(edit, theirs.etag === sent.base.etag ? withoutTag(theirs) : theirs);
    if (rebased.conflicts.length > 0 || attempt === SAVE_ATTEMPTS_MAX) return { error, rebased };
  }
}

/** The server refused the current tag, so it doesn't support versions. */
function withoutTag({ etag: _etag, ...task }: TaskDetail): TaskDetail {
  return task;
}
