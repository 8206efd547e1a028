import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { InferType } from "yup";
import { dueSpan } from "#contract/dueFilter.ts";
import type { taskQueryRule } from "#contract/rules/task.ts";
import { NOBODY, type TaskStatus, valuesOf } from "#contract/task.ts";
import type { Database } from "#server/db/schema.ts";

/** A validated query of the search. */
export type TaskSearch = InferType<typeof taskQueryRule>;

/** The filters other than the text. */
export type TaskFilters = Omit<TaskSearch, "page" | "limit" | "search" | "sort">;

export type Tasks = ExpressionBuilder<Database, "tasks">;
export type Condition = (eb: Tasks) => Expression<SqlBool>;

/** Uses a literal, because SQLite does not use the partial index of open tasks for a parameter. */
export const isOpen: Condition = (eb) => eb("status", "<>", sql.lit("Done" as const));

export const isOverdue =
  (today: string): Condition =>
  (eb) =>
    eb.and([isOpen(eb), eb("due_date", "<", today)]);

/** The filters by a column, the one that matches the fewest tasks first. */
const COLUMNS = [
  ["assignee", "assignee_id"],
  ["created_by", "created_by"],
  ["label", "id"],
  ["team", "team_id"],
  ["due", "due_date"],
  ["priority", "priority"],
  ["status", "status"],
] as const satisfies [keyof TaskFilters, string][];
type Column = (typeof COLUMNS)[number][1];

/** Keeps the database from choosing an index of this column. */
export const withoutIndex = (column: Column) => sql<string>`${sql.ref(column)} || ''`;

/** A column that one of several values must equal; `none` stands for null. */
function isOneOf(eb: Tasks, column: Column, filter: string, byIndex: boolean): Expression<SqlBool> {
  const name = byIndex ? sql<string>`${sql.ref(column)}` : withoutIndex(column);
  const isNullable = column === "assignee_id" || column === "team_id";
  const [values, absent] = [valuesOf(filter), isNullable ? NOBODY : ""];
  const given = values.filter((value) => value !== absent);
  const [only] = given;
  const all: Expression<SqlBool>[] = [];
  if (given.length === 1 && only !== undefined) all.push(eb(name, "=", only));
  if (given.length > 1) all.push(eb(name, "in", given));
  if (given.length < values.length) all.push(eb(name, "is", null));
  return eb.or(all);
}

/** The tasks with one of these labels, or with one that was merged into it. */
export const tasksOf = (eb: Tasks, ids: readonly string[]) =>
  eb
    .selectFrom("task_labels")
    .select("task_labels.task_id")
    .where(
      "task_labels.label_id",
      "in",
      eb.selectFrom("labels").select("labels.id").where("root_id", "in", ids),
    );

const hasAny = (eb: Tasks, ids: readonly string[], byIndex: boolean): Expression<SqlBool> =>
  byIndex
    ? eb("tasks.id", "in", tasksOf(eb, ids))
    : eb(
        tasksOf(eb, ids).where("task_labels.task_id", "=", sql<string>`tasks.id`).limit(1),
        "is not",
        null,
      );

/** Whether a task has any of the labels, all of them, or none of them; `none` stands for no label at all. */
function hasLabels(
  eb: Tasks,
  filter: string,
  match: TaskFilters["label_match"],
  byIndex: boolean,
): Expression<SqlBool> {
  const values = valuesOf(filter);
  const ids = values.filter((value) => value !== NOBODY);
  const all: Expression<SqlBool>[] = [];
  if (ids.length > 0 && match === "all") {
    const [first, ...rest] = ids.map((id) => hasAny(eb, [id], byIndex));
    if (first) all.push(eb.and([first, ...rest]));
  } else if (ids.length > 0) {
    all.push(hasAny(eb, ids, byIndex));
  }
  if (ids.length < values.length) {
    // Few labels were deleted, so this is several times faster than reading those of each task.
    const deleted = eb.selectFrom("labels").select("labels.id").where("root_id", "is", null);
    const labelled = eb
      .selectFrom("task_labels")
      .select("task_id")
      .where("task_id", "=", sql<string>`tasks.id`)
      .where("label_id", "not in", deleted);
    // With "exists", PostgreSQL reads the labels of all tasks at once.
    all.push(byIndex ? eb.not(eb.exists(labelled)) : eb(labelled.limit(1), "is", null));
  }
  return match === "none" ? eb.not(eb.or(all)) : eb.or(all);
}

/** Whether somebody other than its creator has the task. */
const isDelegated = (eb: Tasks) => eb(withoutIndex("assignee_id"), "<>", eb.ref("created_by"));

/** Whether there is any filter. */
export const isFiltered = (filters: TaskFilters): boolean =>
  Object.values(filters).some((value) => value !== undefined);

/** Whether the filters exclude tasks that are done. */
export const isOnlyOpen = ({ overdue, due, status }: TaskFilters): boolean =>
  overdue === true || due !== undefined || (status !== undefined && !hasDone(status));

const hasDone = (status: string) => valuesOf(status).includes("Done" satisfies TaskStatus);

/**
 * Whether the filters match nothing: those by due date match open tasks only, so they exclude Done.
 */
const isContradiction = ({ overdue, due, status }: TaskFilters): boolean =>
  (overdue === true || due !== undefined) && status === "Done";

/** The due dates that the filters allow, as conditions that may use an index by default. */
export function dueDates(
  eb: Tasks,
  { overdue, due }: TaskFilters,
  today: string,
  byIndex = true,
): Expression<SqlBool>[] {
  const name = byIndex ? sql<string>`due_date` : withoutIndex("due_date");
  const all: Expression<SqlBool>[] = [];
  if (overdue) all.push(eb(name, "<", today));
  if (due !== undefined) {
    const span = dueSpan(due, today);
    if (span === null) all.push(eb(name, "is", null));
    else if (span.from !== undefined && span.from === span.to) all.push(eb(name, "=", span.from));
    else {
      if (span.from !== undefined) all.push(eb(name, ">=", span.from));
      if (span.to !== undefined) all.push(eb(name, "<=", span.to));
    }
  }
  return all;
}

/** All filters as one condition, which may use the indexes of these columns only. */
function conditionOf(query: TaskFilters, today: string, indexed: readonly Column[]): Condition {
  const { due, overdue, delegated } = query;
  return (eb) => {
    if (isContradiction(query)) return eb.lit(false);
    const all = dueDates(eb, query, today, indexed.includes("due_date"));
    if (due !== undefined && indexed.includes("due_date")) all.push(isOpen(eb));
    else if (due !== undefined || overdue) all.push(eb(withoutIndex("status"), "<>", "Done"));
    for (const [name, column] of COLUMNS) {
      const filter = query[name];
      if (!filter || column === "due_date") continue;
      if (name === "label") {
        all.push(hasLabels(eb, filter, query.label_match, indexed.includes(column)));
        continue;
      }
      all.push(isOneOf(eb, column, filter, indexed.includes(column)));
    }
    if (delegated) all.push(isDelegated(eb));
    return eb.and(all);
  };
}

/**
 * All filters as one condition. SQLite can't tell which filter matches the fewest tasks, so only
 * the most selective one and the due date may use an index. Overdue tasks are read in the order of the
 * list, by creation, unless another filter uses its index.
 */
export function matches(query: TaskFilters, today: string): Condition {
  const best = COLUMNS.find(([name]) => query[name])?.[1] ?? "due_date";
  return conditionOf(query, today, [best, "due_date"]);
}

/** All filters as one condition that uses no index, for reading tasks in the order of an index. */
export const matchesInOrder = (query: TaskFilters, today: string): Condition =>
  conditionOf(query, today, []);
