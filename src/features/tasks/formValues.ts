import type { Task } from "#contract/shapes/task.ts";
import { valuesOf } from "#contract/task.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import {
  isSameValue,
  isSet,
  mapFields,
  NEW_TASK,
  type NullableField,
  SET_FIELDS,
  type SetFieldName,
  SINGLE_FIELDS,
  type SingleFieldName,
  type SingleFieldValues,
  setOf,
  TASK_FIELD_NAMES,
  TASK_FIELDS,
  type TaskFieldValues,
} from "#contract/taskFields.ts";

/** The values of the form's controls. "" means that nothing is selected. Those of sets are comma-separated. */
export type TaskFormValues = {
  [Name in SingleFieldName]: Exclude<SingleFieldValues[Name], null>;
} & { [Name in SetFieldName]: string };

/** The form's initial values: the task's, or those of a new task for the current user (§4). */
export function startValues(task: Task | undefined, userId: string | undefined): TaskFormValues {
  const values = task ?? { ...NEW_TASK, assignee_id: userId ?? null };
  return mapFields(TASK_FIELD_NAMES, (name) =>
    isSet(name) ? setOf(values[name] ?? []).join() : (values[name] ?? ""),
  ) as TaskFormValues;
}

const isNullable = (name: SingleFieldName): name is NullableField =>
  !["text", "choice"].includes(TASK_FIELDS[name].kind);

/**
 * The body to send (§6, §7). Null means no assignee and, in an edit, also no value of another field. Only
 * admins send the team. Sets are sent if they differ from those of `before`.
 */
export function toTaskInput(
  values: TaskFormValues,
  { mode, isAdmin, before }: { mode: "create" | "edit"; isAdmin: boolean; before?: Task },
): TaskInput {
  const isChanged = (name: SetFieldName) =>
    !isSameValue(valuesOf(values[name]), before?.[name] ?? []);
  const isSent = (name: SingleFieldName) =>
    (name !== "team_id" || isAdmin) &&
    (!isNullable(name) || values[name] !== "" || name === "assignee_id" || mode === "edit");
  return {
    ...mapFields(SINGLE_FIELDS.filter(isSent), (name) =>
      isNullable(name) ? values[name] || null : values[name].trim(),
    ),
    ...mapFields(SET_FIELDS.filter(isChanged), (name) => valuesOf(values[name])),
  } as Partial<TaskFieldValues> as TaskInput;
}
