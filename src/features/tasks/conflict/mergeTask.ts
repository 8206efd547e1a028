import type { CallError } from "#api/errors.ts";
import { type TaskDetail, theirsIn } from "#api/taskResponses.ts";
import { valuesOf } from "#contract/task.ts";
import {
  changedSet,
  mapFields,
  SET_FIELDS,
  SINGLE_FIELDS,
  type SingleFieldName,
  setDifference,
} from "#contract/taskFields.ts";
import { startValues, type TaskFormValues } from "#features/tasks/formValues.ts";

/** A field that may be in conflict: two changes of a set merge. */
export type FieldName = SingleFieldName;

/** Two merged edits of one task. */
interface MergedEdit {
  /** The values to save. A field in conflict has this user's value. */
  values: TaskFormValues;
  /** The fields that both users changed, to different values. */
  conflicts: FieldName[];
}

/** Ignores white space around a text, which is not saved. */
export const isSame = (one: string, other: string): boolean => one.trim() === other.trim();

/** Whether two edits have the same result. */
export const isSameEdit = (one: TaskFormValues, other: TaskFormValues): boolean =>
  (Object.keys(one) as (keyof TaskFormValues)[]).every((name) => isSame(one[name], other[name]));

/**
 * A three-way merge of this user's edit (`mine`) and another user's (`theirs`), both of `base`. A
 * field that only one user changed takes that user's value. A set takes what each has added and removed.
 */
export function mergeTask(
  base: TaskFormValues,
  mine: TaskFormValues,
  theirs: TaskFormValues,
): MergedEdit {
  const changed = SINGLE_FIELDS.filter(
    (name) => !isSame(mine[name], base[name]) && !isSame(mine[name], theirs[name]),
  );
  const kept = changed.map((name) => [name, mine[name]]);
  const sets = mapFields(SET_FIELDS, (name) => {
    const difference = setDifference(valuesOf(base[name]), valuesOf(mine[name]));
    return changedSet(valuesOf(theirs[name]), difference).join();
  });
  return {
    values: { ...theirs, ...Object.fromEntries(kept), ...sets },
    conflicts: changed.filter((name) => !isSame(theirs[name], base[name])),
  };
}

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

export type Side = "mine" | "theirs";

/** Two users changed the same fields of a task, and this user ("mine") must choose. */
export interface Conflict {
  /** The task when this user's editing began. */
  base: TaskDetail;
  mine: TaskFormValues;
  theirs: TaskFormValues;
  /** The fields that both users changed. Empty if the save gave up because the task kept changing. */
  fields: readonly FieldName[];
  /** The fields whose version the user has chosen. */
  chosen: readonly FieldName[];
}

/** The user's choice for a field: a version, another value typed since ("other"), or none yet. */
export type Choice = Side | "other" | null;

/** The user's choice for a field, by its value in the form. */
export function choiceOf(conflict: Conflict, values: TaskFormValues, name: FieldName): Choice {
  const value = values[name];
  if (value === conflict.theirs[name]) return "theirs";
  if (value !== conflict.mine[name]) return "other";
  return conflict.chosen.includes(name) ? "mine" : null;
}

/** The fields without a choice. */
export function undecidedFields(conflict: Conflict | null, values: TaskFormValues): FieldName[] {
  return conflict?.fields.filter((name) => choiceOf(conflict, values, name) === null) ?? [];
}
