import type { TaskFormValues } from "#features/tasks/form/taskForm.ts";

export type FieldName = keyof TaskFormValues;

/** Two edits of one task put together. */
export interface Merge {
  /** What to save. Where the two disagree it is mine. */
  values: TaskFormValues;
  /** The fields that both changed, each to something else. */
  conflicts: FieldName[];
}

/** White space around a text is not saved, so it makes no difference. */
export const isSame = (one: string, other: string): boolean => one.trim() === other.trim();

/** Whether two edits come to the same. */
export const isSameEdit = (one: TaskFormValues, other: TaskFormValues): boolean =>
  (Object.keys(one) as FieldName[]).every((name) => isSame(one[name], other[name]));

/**
 * Merges what I made of a task (`mine`) with what somebody else did (`theirs`); both began with
 * `base`. A field that only one of us changed is as it was changed to.
 */
export function mergeTask(
  base: TaskFormValues,
  mine: TaskFormValues,
  theirs: TaskFormValues,
): Merge {
  const names = Object.keys(base) as FieldName[];
  // What I changed, and they didn't change to the same.
  const changed = names.filter(
    (name) => !isSame(mine[name], base[name]) && !isSame(mine[name], theirs[name]),
  );
  const kept = changed.map((name) => [name, mine[name]]);
  return {
    values: { ...theirs, ...Object.fromEntries(kept) },
    conflicts: changed.filter((name) => !isSame(theirs[name], base[name])),
  };
}
