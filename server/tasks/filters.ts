import type { taskQueryRule } from "#contract/rules/task.ts";
import { withShortMarkRuns } from "#contract/text.ts";
import type { Database } from "#server/db/schema.ts";
import { literally } from "#server/db/texts.ts";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { InferType } from "yup";

/** A query of the search, as its rule leaves it. */
export type TaskSearch = InferType<typeof taskQueryRule>;

type Condition = (eb: ExpressionBuilder<Database, "tasks">) => Expression<SqlBool>;

/**
 * The one definition of overdue: not done, and due before today. Dashboard, overdue list and
 * search all use it.
 */
export const isOverdue =
  (today: string): Condition =>
  (eb) =>
    eb.and([eb("status", "!=", "Done"), eb("due_date", "<", today)]);

/** What title and description are searched by: the same letters, whatever their case or encoding. */
export const searchText = (...texts: string[]) =>
  withShortMarkRuns(texts.join("\n")).normalize("NFC").toLowerCase();

/** Title or description contain a text, which is as {@link searchText} makes it. */
export const contains =
  (text: string): Condition =>
  (eb) =>
    sql<SqlBool>`${eb.ref("search_text")} like ${`%${literally(text)}%`} escape '\\'`;

/** Every filter of a search that is set, as one condition. */
export function matches(query: Omit<TaskSearch, "page" | "limit">, today: string): Condition {
  return (eb) => {
    const all: Expression<SqlBool>[] = [];
    if (query.search) all.push(contains(searchText(query.search))(eb));
    if (query.priority) all.push(eb("priority", "=", query.priority));
    if (query.status) all.push(eb("status", "=", query.status));
    if (query.assignee) all.push(eb("assignee_id", "=", query.assignee));
    if (query.team) all.push(eb("team_id", "=", query.team));
    if (query.overdue) all.push(isOverdue(today)(eb));
    if (query.due) all.push(eb("status", "!=", "Done"), eb("due_date", "=", query.due));
    return eb.and(all);
  };
}
