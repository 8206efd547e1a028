import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { InferType } from "yup";
import type { taskQueryRule } from "#contract/rules/task.ts";
import type { Database } from "#server/db/schema.ts";

/** A query of the search, as its rule leaves it. */
export type TaskSearch = InferType<typeof taskQueryRule>;

/** What narrows the list apart from a text. */
export type TaskFilters = Omit<TaskSearch, "page" | "limit" | "search">;

export type Condition = (eb: ExpressionBuilder<Database, "tasks">) => Expression<SqlBool>;

/** As a literal: a value that comes with the call would keep out the index of open tasks. */
const isOpen: Condition = (eb) => eb("status", "<>", sql.lit("Done" as const));

/** Overdue: not done, and due before today. */
export const isOverdue =
  (today: string): Condition =>
  (eb) =>
    eb.and([isOpen(eb), eb("due_date", "<", today)]);

/** A column that no index is to be chosen by. */
const unled = (column: "status" | "priority" | "team_id") => sql<string>`${sql.ref(column)} || ''`;

/**
 * Every filter that is set, as one condition. Of several, the one that leaves the fewest tasks leads
 * to its index: SQLite can't tell which that is. An overdue task is looked for by age, as the list is
 * in that order, unless the index of another filter leads.
 */
export function matches(query: TaskFilters, today: string): Condition {
  const { assignee, team, priority, status, due } = query;
  const isLed = assignee !== undefined || team !== undefined || due !== undefined;
  return (eb) => {
    if (status === "Done" && (query.overdue || due)) return eb.lit(false);
    const all: Expression<SqlBool>[] = [];
    if (due) all.push(isOpen(eb), eb("due_date", "=", due));
    if (assignee) all.push(eb("assignee_id", "=", assignee));
    if (team) all.push(eb(assignee ? unled("team_id") : "team_id", "=", team));
    if (priority) all.push(eb(isLed ? unled("priority") : "priority", "=", priority));
    if (status) all.push(eb(isLed || priority ? unled("status") : "status", "=", status));
    if (query.overdue) all.push(eb(unled("status"), "<>", "Done"), eb("due_date", "<", today));
    return eb.and(all);
  };
}
