import type { Task } from "#contract/shapes/task.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import {
  mapFields,
  NEW_TASK,
  type NullableField,
  SINGLE_FIELDS,
  type SingleFieldName,
  type SingleFieldValues,
  TASK_FIELDS,
} from "#contract/taskFields.ts";

/** The values of the form's controls. "" means that nothing is selected. */
export type TaskFormValues = {
  [Name in SingleFieldName]: Exclude<SingleFieldValues[Name], null>;
};

/** The form's initial values: the task's, or those of a new task for the current user (§4). */
export function startValues(task: Task | undefined, userId: string | undefined): TaskFormValues {
  const values = task ?? { ...NEW_TASK, assignee_id: userId ?? null };
  return mapFields(SINGLE_FIELDS, (name) => values[name] ?? "") as TaskFormValues;
}

const isNullable = (name: SingleFieldName): name is NullableField =>
  !["text", "choice"].includes(TASK_FIELDS[name].kind);

/**
 * The body to send (§6, §7). Null means no assignee and, in an edit, also no value of another field. Only
 * admins send the team.
 */
export function toTaskInput(
  values: TaskFormValues,
  { mode, isAdmin }: { mode: "create" | "edit"; isAdmin: boolean },
): TaskInput {
  const isSent = (name: SingleFieldName) =>
    (name !== "team_id" || isAdmin) &&
    (!isNullable(name) || values[name] !== "" || name === "assignee_id" || mode === "edit");
  return mapFields(SINGLE_FIELDS.filter(isSent), (name) =>
    isNullable(name) ? values[name] || null : values[name].trim(),
  ) as Partial<SingleFieldValues> as TaskInput;
}
