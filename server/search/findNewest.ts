import type { ExpressionBuilder, Kysely } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { matches, type TaskFilters } from "./filters.ts";
import { type SearchBudget, StepSize } from "./searchBudget.ts";
import { containsText } from "./searchText.ts";

/** A part of a list. */
export interface Window {
  offset: number;
  limit: number;
}

/** The ids of a page, and how many tasks match in all, or `atLeast` that many. */
export interface Counted {
  ids: string[];
  total: number;
  atLeast?: true;
}

interface Place {
  created_at: string;
  id: string;
}

/** Tasks that come after a place in the list, newest first. */
const after = (place: Place) => (eb: ExpressionBuilder<Database, "tasks">) =>
  eb.and([
    eb("created_at", "<=", place.created_at),
    eb.or([eb("created_at", "<", place.created_at), eb("id", ">", place.id)]),
  ]);

/** Tasks up to a place in the list, that one included. */
const upTo = (place: Place) => (eb: ExpressionBuilder<Database, "tasks">) =>
  eb.and([
    eb("created_at", ">=", place.created_at),
    eb.or([eb("created_at", ">", place.created_at), eb("id", "<=", place.id)]),
  ]);

/** Rows at a time: on SQLite so few that 10,000 letters each don't hold up other requests. */
const stepsOf = (db: Kysely<Database>) =>
  onPostgres(db) ? new StepSize(2_000, 20_000) : new StepSize(50, 400);

/**
 * Compares the tasks that pass the filters with a text, from the newest on, until the page is full
 * and the rest is counted. This is for texts that many tasks contain.
 *
 * @param isCommon the caller knows that more than `countMax` tasks match
 */
export async function findNewest(
  db: Kysely<Database>,
  { text, filters, today }: { text: string; filters: TaskFilters; today: string },
  { offset, limit }: Window,
  budget: SearchBudget,
  isCommon: boolean,
): Promise<Counted> {
  const steps = stepsOf(db);
  const ids: string[] = [];
  let total = 0;
  for (let last: Place | undefined; ; ) {
    const rest = db
      .selectFrom("tasks")
      .where(matches(filters, today))
      .$if(last !== undefined, (query) => query.where(after(last as Place)))
      .orderBy("created_at", "desc")
      .orderBy("id");
    const { edge, found } = await budget.step(steps, async (size) => {
      const edge = await rest
        .select(["created_at", "id"])
        .offset(size - 1)
        .limit(1)
        .executeTakeFirst();
      const found = await rest
        .$if(edge !== undefined, (query) => query.where(upTo(edge as Place)))
        .where(containsText(db, "search_text", text))
        .select("id")
        .execute();
      return { edge, found };
    });
    const first = Math.max(0, offset - total);
    ids.push(...found.slice(first, first + limit - ids.length).map(({ id }) => id));
    total += found.length;
    if (total > budget.countMax) return { ids, total: budget.countMax, atLeast: true };
    if (!edge) return { ids, total };
    if (total > offset + limit) {
      if (isCommon) return { ids, total: budget.countMax, atLeast: true };
      if (budget.countedEnough) return { ids, total, atLeast: true };
    }
    last = edge;
  }
}
