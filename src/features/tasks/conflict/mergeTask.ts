import type { TaskFormValues } from "#features/tasks/formValues.ts";

export type FieldName = keyof TaskFormValues;

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
  (Object.keys(one) as FieldName[]).every((name) => isSame(one[name], other[name]));

/**
 * A three-way merge of this user's edit (`mine`) and another user's (`theirs`), both of `base`. A
 * field that only one user changed takes that user's value.
 */
export function mergeTask(
  base: TaskFormValues,
  mine: TaskFormValues,
  theirs: TaskFormValues,
): MergedEdit {
  const names = Object.keys(base) as FieldName[];
  const changed = names.filter(
    (name) => !isSame(mine[name], base[name]) && !isSame(mine[name], theirs[name]),
  );
  const kept = changed.map((name) => [name, mine[name]]);
  return {
    values: { ...theirs, ...Object.fromEntries(kept) },
    conflicts: changed.filter((name) => !isSame(theirs[name], base[name])),
  };
}
