import type { Task } from "#contract/shapes/task.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import {
  mapFields,
  NEW_TASK,
  type NullableField,
  TASK_FIELD_NAMES,
  TASK_FIELDS,
  type TaskFieldName,
  type TaskFieldValues,
} from "#contract/taskFields.ts";

/** The values of the form's controls. "" means that nothing is selected. */
export type TaskFormValues = {
  [Name in TaskFieldName]: Exclude<TaskFieldValues[Name], null>;
};

/** The form's initial values: the task's, or those of a new task for the current user (§4). */
export function startValues(task: Task | undefined, userId: string | undefined): TaskFormValues {
  const values = task ?? { ...NEW_TASK, assignee_id: userId ?? null };
  return mapFields(TASK_FIELD_NAMES, (name) => values[name] ?? "") as TaskFormValues;
}

const isNullable = (name: TaskFieldName): name is NullableField =>
  !["text", "choice"].includes(TASK_FIELDS[name].kind);

/**
 * The body to send (§6, §7). Null means no assignee and, in an edit, also no value of another field. Only
 * admins send the team.
 */
export function toTaskInput(
  values: TaskFormValues,
  { mode, isAdmin }: { mode: "create" | "edit"; isAdmin: boolean },
): TaskInput {
  const isSent = (name: TaskFieldName) =>
    (name !== "team_id" || isAdmin) &&
    (!isNullable(name) || values[name] !== "" || name === "assignee_id" || mode === "edit");
  return mapFields(TASK_FIELD_NAMES.filter(isSent), (name) =>
    isNullable(name) ? values[name] || null : values[name].trim(),
  ) as Partial<TaskFieldValues> as TaskInput;
}
