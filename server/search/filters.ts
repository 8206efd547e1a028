import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { InferType } from "yup";
import { dueSpan } from "#contract/due.ts";
import type { taskQueryRule } from "#contract/rules/task.ts";
import { NOBODY, type TaskStatus, valuesOf } from "#contract/task.ts";
import type { Database } from "#server/db/schema.ts";

/** A validated query of the search. */
export type TaskSearch = InferType<typeof taskQueryRule>;

/** The filters other than the text. */
export type TaskFilters = Omit<TaskSearch, "page" | "limit" | "search" | "sort">;

type Tasks = ExpressionBuilder<Database, "tasks">;
export type Condition = (eb: Tasks) => Expression<SqlBool>;

/** Uses a literal, because SQLite does not use the partial index of open tasks for a parameter. */
export const isOpen: Condition = (eb) => eb("status", "<>", sql.lit("Done" as const));

export const isOverdue =
  (today: string): Condition =>
  (eb) =>
    eb.and([isOpen(eb), eb("due_date", "<", today)]);

type Column = "status" | "priority" | "assignee_id" | "team_id" | "due_date" | "created_by";

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

/** The due dates that the filters allow. */
function dueCondition(eb: Tasks, { overdue, due }: TaskFilters, today: string, byIndex: boolean) {
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

/**
 * All filters as one condition. SQLite can't tell which filter matches the fewest tasks, so only
 * the most selective one may use an index. Overdue tasks are read in the order of the list, by
 * creation, unless another filter uses its index.
 */
export function matches(query: TaskFilters, today: string): Condition {
  const { assignee, team, priority, status, due, created_by } = query;
  const hasPlace = assignee !== undefined || team !== undefined;
  const hasSelectiveFilter = hasPlace || created_by !== undefined || due !== undefined;
  return (eb) => {
    if (isContradiction(query)) return eb.lit(false);
    const all: Expression<SqlBool>[] = [];
    if (due !== undefined) all.push(isOpen(eb));
    all.push(...dueCondition(eb, query, today, true));
    if (assignee) all.push(isOneOf(eb, "assignee_id", assignee, true));
    if (team) all.push(isOneOf(eb, "team_id", team, !assignee));
    if (created_by) all.push(isOneOf(eb, "created_by", created_by, !hasPlace));
    if (query.delegated) all.push(isDelegated(eb));
    if (priority) all.push(isOneOf(eb, "priority", priority, !hasSelectiveFilter));
    if (status) all.push(isOneOf(eb, "status", status, !hasSelectiveFilter && !priority));
    if (query.overdue) all.push(eb(withoutIndex("status"), "<>", "Done"));
    return eb.and(all);
  };
}

/** The due dates that the filters allow, as conditions that may use an index. */
export const dueDates = (eb: Tasks, query: TaskFilters, today: string) =>
  dueCondition(eb, query, today, true);

/** All filters as one condition that uses no index, for reading tasks in the order of an index. */
export function matchesInOrder(query: TaskFilters, today: string): Condition {
  return (eb) => {
    if (isContradiction(query)) return eb.lit(false);
    const all = dueCondition(eb, query, today, false);
    if (query.due !== undefined || query.overdue)
      all.push(eb(withoutIndex("status"), "<>", "Done"));
    if (query.assignee) all.push(isOneOf(eb, "assignee_id", query.assignee, false));
    if (query.team) all.push(isOneOf(eb, "team_id", query.team, false));
    if (query.created_by) all.push(isOneOf(eb, "created_by", query.created_by, false));
    if (query.delegated) all.push(isDelegated(eb));
    if (query.priority) all.push(isOneOf(eb, "priority", query.priority, false));
    if (query.status) all.push(isOneOf(eb, "status", query.status, false));
    return eb.and(all);
  };
}
