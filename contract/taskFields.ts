import { DEFAULT_PRIORITY, DEFAULT_STATUS, TASK_PRIORITIES, TASK_STATUSES } from "./task.ts";

/**
 * A field of a task that users set. A text or a choice always has a value; a day, and the id of a user or
 * a team, may be null. A set is a list of ids that goes beyond §3, so another server may lack it: a change
 * of a set is what it adds and removes, so that the changes of several people merge.
 */
interface TaskField {
  kind: "text" | "choice" | "day" | "user" | "team" | "set";
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
  labels: { kind: "set", name: "labels" },
} as const satisfies Readonly<Record<string, TaskField>>;

type Fields = typeof TASK_FIELDS;
export type TaskFieldName = keyof Fields;

type ValueOf<Field> = Field extends { choices: readonly (infer Choice)[] }
  ? Choice
  : Field extends { kind: "text" }
    ? string
    : string | null;

/** The fields that are sets, and the others. */
export type SetFieldName = {
  [Name in TaskFieldName]: Fields[Name] extends { kind: "set" } ? Name : never;
}[TaskFieldName];
export type SingleFieldName = Exclude<TaskFieldName, SetFieldName>;

/** What a change adds to a set and removes from it. */
export interface SetChange {
  add: readonly string[];
  remove: readonly string[];
}

/** The values of the fields that aren't sets. */
export type SingleFieldValues = { -readonly [Name in SingleFieldName]: ValueOf<Fields[Name]> };

/** The values of all fields. */
export type TaskFieldValues = SingleFieldValues & { [Name in SetFieldName]?: string[] };

/** The fields that may be null. */
export type NullableField = {
  [Name in SingleFieldName]: null extends SingleFieldValues[Name] ? Name : never;
}[SingleFieldName];

/** Body of POST and PUT /api/tasks (§7). Only admins may send `team_id` (§6). */
export type TaskInput = Omit<TaskFieldValues, NullableField> &
  Partial<Pick<TaskFieldValues, NullableField>>;

export const TASK_FIELD_NAMES = Object.keys(TASK_FIELDS) as readonly TaskFieldName[];
export const isSet = (name: TaskFieldName): name is SetFieldName =>
  TASK_FIELDS[name].kind === "set";
export const SET_FIELDS = TASK_FIELD_NAMES.filter(isSet);
export const SINGLE_FIELDS = TASK_FIELD_NAMES.filter(
  (name): name is SingleFieldName => !isSet(name),
);

/** The fields of lists and boards, which leave out the description. */
export type SummaryField = Exclude<SingleFieldName, "description">;
export const SUMMARY_FIELDS = SINGLE_FIELDS.filter((name) => name !== "description");

/** A value for each of these fields. */
export const mapFields = <Name extends TaskFieldName, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
) => Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;

/** The values of a new task (§4). Its form starts with the current user as the assignee. */
export const NEW_TASK: TaskFieldValues = mapFields(SINGLE_FIELDS, (name) => {
  const field = TASK_FIELDS[name];
  if (field.kind === "choice") return field.initial;
  return field.kind === "text" ? "" : null;
}) as SingleFieldValues;

/** The fields of a task, without its id and what the server adds. */
export const taskValues = (task: TaskFieldValues) =>
  mapFields(TASK_FIELD_NAMES, (name) => task[name]) as TaskFieldValues;

/** The values of a set, sorted, without those that come twice. */
export const setOf = (values: Iterable<string>): string[] => [...new Set(values)].sort();

/** A set after a change. What is both removed and added is in it. */
export const changedSet = (values: readonly string[], { add, remove }: SetChange): string[] =>
  setOf([...values.filter((value) => !remove.includes(value)), ...add]);

/** The change that makes a set of another one. */
export const setDifference = (from: readonly string[], to: readonly string[]): SetChange => ({
  add: to.filter((value) => !from.includes(value)),
  remove: from.filter((value) => !to.includes(value)),
});

/** Whether two values of a field are equal. Sets are, in any order. */
export function isSameValue(one: TaskFieldValues[TaskFieldName], other: typeof one): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((value) => other.includes(value));
}
