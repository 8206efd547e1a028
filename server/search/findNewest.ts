import type { ExpressionBuilder, Kysely } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { matches, type TaskFilters } from "./filters.ts";
import type { MatchCount, PageWindow } from "./listTasks.ts";
import { type SearchBudget, StepSize } from "./searchBudget.ts";
import { containsText } from "./searchText.ts";

/** A search for a text; the text is the result of `searchText`. */
export interface TextSearch {
  text: string;
  filters: TaskFilters;
  today: string;
}

/** The ids of a page, and how many tasks match in total. */
export interface FoundIds extends MatchCount {
  ids: string[];
}

/** A position in the list, which is sorted newest first. */
interface Position {
  created_at: string;
  id: string;
}

const after = (position: Position) => (eb: ExpressionBuilder<Database, "tasks">) =>
  eb.and([
    eb("created_at", "<=", position.created_at),
    eb.or([eb("created_at", "<", position.created_at), eb("id", ">", position.id)]),
  ]);

const upTo = (position: Position) => (eb: ExpressionBuilder<Database, "tasks">) =>
  eb.and([
    eb("created_at", ">=", position.created_at),
    eb.or([eb("created_at", ">", position.created_at), eb("id", "<=", position.id)]),
  ]);

/**
 * The rows of a step. On SQLite a step blocks other requests, so even rows with 10,000 letters each
 * must not take long.
 */
const rowSteps = (db: Kysely<Database>) =>
  onPostgres(db) ? new StepSize(2_000, 20_000) : new StepSize(50, 400);

/**
 * Searches the tasks that match the filters for a text, newest first, until the page is full and the
 * rest is counted. For texts that many tasks contain.
 *
 * @param isCommon whether more than `countMax` tasks are known to match
 */
export async function findNewest(
  db: Kysely<Database>,
  { text, filters, today }: TextSearch,
  { offset, limit }: PageWindow,
  budget: SearchBudget,
  isCommon: boolean,
): Promise<FoundIds> {
  const steps = rowSteps(db);
  const ids: string[] = [];
  let total = 0;
  for (let last: Position | undefined; ; ) {
    const rest = db
      .selectFrom("tasks")
      .where(matches(filters, today))
      .$if(last !== undefined, (query) => query.where(after(last as Position)))
      .orderBy("created_at", "desc")
      .orderBy("id");
    const { end, found } = await budget.step(steps, async (size) => {
      const end = await rest
        .select(["created_at", "id"])
        .offset(size - 1)
        .limit(1)
        .executeTakeFirst();
      const found = await rest
        .$if(end !== undefined, (query) => query.where(upTo(end as Position)))
        .where(containsText(db, "search_text", text))
        .select("id")
        .execute();
      return { end, found };
    });
    const first = Math.max(0, offset - total);
    ids.push(...found.slice(first, first + limit - ids.length).map(({ id }) => id));
    total += found.length;
    if (total > budget.countMax) return { ids, total: budget.countMax, atLeast: true };
    if (!end) return { ids, total };
    if (total > offset + limit) {
      if (isCommon) return { ids, total: budget.countMax, atLeast: true };
      if (budget.countedEnough) return { ids, total, atLeast: true };
    }
    last = end;
  }
}
