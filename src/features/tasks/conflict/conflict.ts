import type { TaskDetail } from "#api/taskResponses.ts";
import type { TaskFormValues } from "#features/tasks/formValues.ts";
import type { FieldName } from "./mergeTask.ts";

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
