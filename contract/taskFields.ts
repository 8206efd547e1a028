import { DEFAULT_PRIORITY, DEFAULT_STATUS, TASK_PRIORITIES, TASK_STATUSES } from "./task.ts";

/**
 * A field of a task that users set. A text or a choice always has a value; a day, and the id of a user or
 * a team, may be null.
 */
interface TaskField {
  kind: "text" | "choice" | "day" | "user" | "team";
  /** Its name within a sentence. */
  name: string;
  /** The values of a choice, and the one of a new task (§4). */
  choices?: readonly string[];
  initial?: string;
}

/**
 * The fields of a task that users set, in the form's order. Responses, columns, history, export, and the
 * app's forms, conflicts and messages follow from this table.
 */
export const TASK_FIELDS = {
  title: { kind: "text", name: "title" },
  description: { kind: "text", name: "description" },
  status: { kind: "choice", name: "status", choices: TASK_STATUSES, initial: DEFAULT_STATUS },
  priority: {
    kind: "choice",
    name: "priority",
    choices: TASK_PRIORITIES,
    initial: DEFAULT_PRIORITY,
  },
  due_date: { kind: "day", name: "due date" },
  assignee_id: { kind: "user", name: "assignee" },
  team_id: { kind: "team", name: "team" },
} as const satisfies Readonly<Record<string, TaskField>>;

type Fields = typeof TASK_FIELDS;
export type TaskFieldName = keyof Fields;

type ValueOf<Field> = Field extends { choices: readonly (infer Choice)[] }
  ? Choice
  : Field extends { kind: "text" }
    ? string
    : string | null;

/** The values of all fields. */
export type TaskFieldValues = { -readonly [Name in TaskFieldName]: ValueOf<Fields[Name]> };

/** The fields that may be null. */
export type NullableField = {
  [Name in TaskFieldName]: null extends TaskFieldValues[Name] ? Name : never;
}[TaskFieldName];

/** Body of POST and PUT /api/tasks (§7). Only admins may send `team_id` (§6). */
export type TaskInput = Omit<TaskFieldValues, NullableField> &
  Partial<Pick<TaskFieldValues, NullableField>>;

export const TASK_FIELD_NAMES = Object.keys(TASK_FIELDS) as readonly TaskFieldName[];

/** The fields of lists and boards, which leave out the description. */
export type SummaryField = Exclude<TaskFieldName, "description">;
export const SUMMARY_FIELDS = TASK_FIELD_NAMES.filter((name) => name !== "description");

/** A value for each of these fields. */
export const mapFields = <Name extends TaskFieldName, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
) => Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;

/** The values of a new task (§4). Its form starts with the current user as the assignee. */
export const NEW_TASK = mapFields(TASK_FIELD_NAMES, (name) => {
  const field = TASK_FIELDS[name];
  if (field.kind === "choice") return field.initial;
  return field.kind === "text" ? "" : null;
}) as TaskFieldValues;

/** The fields of a task, without its id and what the server adds. */
export const taskValues = (task: TaskFieldValues) =>
  mapFields(TASK_FIELD_NAMES, (name) => task[name]) as TaskFieldValues;
