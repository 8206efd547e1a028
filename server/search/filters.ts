import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { InferType } from "yup";
import type { taskQueryRule } from "#contract/rules/task.ts";
import type { Database } from "#server/db/schema.ts";

/** A validated query of the search. */
export type TaskSearch = InferType<typeof taskQueryRule>;

/** The filters other than the text. */
export type TaskFilters = Omit<TaskSearch, "page" | "limit" | "search">;

export type Condition = (eb: ExpressionBuilder<Database, "tasks">) => Expression<SqlBool>;

/** Uses a literal, because SQLite does not use the partial index of open tasks for a parameter. */
const isOpen: Condition = (eb) => eb("status", "<>", sql.lit("Done" as const));

export const isOverdue =
  (today: string): Condition =>
  (eb) =>
    eb.and([isOpen(eb), eb("due_date", "<", today)]);

/** Keeps SQLite from choosing an index of this column. */
const withoutIndex = (column: "status" | "priority" | "team_id") =>
  sql<string>`${sql.ref(column)} || ''`;

/**
 * All filters as one condition. SQLite can't tell which filter matches the fewest tasks, so only the
 * most selective one may use an index. Overdue tasks are found by their age, which is the order of
 * the list, unless another filter uses its index.
 */
export function matches(query: TaskFilters, today: string): Condition {
  const { assignee, team, priority, status, due } = query;
  const hasSelectiveFilter = assignee !== undefined || team !== undefined || due !== undefined;
  return (eb) => {
    if (status === "Done" && (query.overdue || due)) return eb.lit(false);
    const all: Expression<SqlBool>[] = [];
    if (due) all.push(isOpen(eb), eb("due_date", "=", due));
    if (assignee) all.push(eb("assignee_id", "=", assignee));
    if (team) all.push(eb(assignee ? withoutIndex("team_id") : "team_id", "=", team));
    if (priority)
      all.push(eb(hasSelectiveFilter ? withoutIndex("priority") : "priority", "=", priority));
    if (status)
      all.push(eb(hasSelectiveFilter || priority ? withoutIndex("status") : "status", "=", status));
    if (query.overdue)
      all.push(eb(withoutIndex("status"), "<>", "Done"), eb("due_date", "<", today));
    return eb.and(all);
  };
}
