import type { taskQueryRule } from "#contract/rules/task.ts";
import type { Database } from "#server/db/schema.ts";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { InferType } from "yup";

/** A query of the search, as its rule leaves it. */
export type TaskSearch = InferType<typeof taskQueryRule>;

/** What narrows the list apart from a text. */
export type TaskFilters = Omit<TaskSearch, "page" | "limit" | "search">;

export type Condition = (eb: ExpressionBuilder<Database, "tasks">) => Expression<SqlBool>;

/** As a literal: a value that comes with the call would keep out the index of open tasks. */
const isOpen: Condition = (eb) => eb("status", "<>", sql.lit("Done" as const));

/** Overdue: not done, and due before today. The overdue list and the task list both use it. */
export const isOverdue =
  (today: string): Condition =>
  (eb) =>
    eb.and([isOpen(eb), eb("due_date", "<", today)]);

/** Every filter that is set, as one condition. */
export function matches(query: TaskFilters, today: string): Condition {
  return (eb) => {
    const all: Expression<SqlBool>[] = [];
    if (query.priority) all.push(eb("priority", "=", query.priority));
    if (query.status) all.push(eb("status", "=", query.status));
    if (query.assignee) all.push(eb("assignee_id", "=", query.assignee));
    if (query.team) all.push(eb("team_id", "=", query.team));
    if (query.overdue) all.push(isOverdue(today)(eb));
    if (query.due) all.push(isOpen(eb), eb("due_date", "=", query.due));
    return eb.and(all);
  };
}
