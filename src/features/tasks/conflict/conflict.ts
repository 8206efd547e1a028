import type { TaskFormValues } from "#features/tasks/form/taskForm.ts";
import type { TaskDetail } from "#features/tasks/taskAnswers.ts";
import type { FieldName } from "./mergeTask.ts";

export type Side = "mine" | "theirs";

/** Two people changed the same fields of a task, and one of them is being asked. */
export interface Conflict {
  /** The task as it was when my editing began. */
  base: TaskDetail;
  mine: TaskFormValues;
  theirs: TaskFormValues;
  /** What both changed; none when the task only doesn't come to rest. */
  fields: readonly FieldName[];
  /** The fields for which a version was chosen. */
  chosen: readonly FieldName[];
}

/** What a field will be: a version, something else that was typed since, or not decided yet. */
export type Answer = Side | "other" | null;

/** What the form holds for a field, as an answer to the conflict. */
export function answerOf(conflict: Conflict, values: TaskFormValues, name: FieldName): Answer {
  const value = values[name];
  if (value === conflict.theirs[name]) return "theirs";
  if (value !== conflict.mine[name]) return "other";
  return conflict.chosen.includes(name) ? "mine" : null;
}

/** The fields that wait for an answer. */
export function openQuestions(conflict: Conflict | null, values: TaskFormValues): FieldName[] {
  return conflict?.fields.filter((name) => answerOf(conflict, values, name) === null) ?? [];
}
