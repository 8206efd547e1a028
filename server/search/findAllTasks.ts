import type { Kysely } from "kysely";
import type { InferType } from "yup";
import type { taskExportRule } from "#contract/rules/task.ts";
import { DEFAULT_SORT } from "#contract/task.ts";
import type { Database } from "#server/db/schema.ts";
import { searchTerms } from "#server/db/text/searchText.ts";
import type { Key } from "./candidates.ts";
import { matches } from "./filters.ts";
import { walkInOrder, walkOf, walkOfText } from "./findInOrder.ts";
import { partsOf } from "./listOrder.ts";
import { areFew, countMatches, sortSome } from "./listTasks.ts";
import { hasKey, lookUpTasks, matchesAmong } from "./lookUpTasks.ts";
import { SEARCH_LIMITS, SearchBudget } from "./searchBudget.ts";

/** The work in ms after which {@link findAllTasks} fails. */
const EXPORT_WORK_MS = 10 * 60_000;

/**
 * The ids of all matching tasks in the order of the list, in batches. Memory holds at most the
 * candidates of a rare text, or 10,000 ids to sort.
 */
export async function* findAllTasks(
  db: Kysely<Database>,
  { search, sort = DEFAULT_SORT, ...filters }: InferType<typeof taskExportRule>,
  today: string,
): AsyncGenerator<string[]> {
  const list = { filters, sort, today };
  const budget = new SearchBudget({ ...SEARCH_LIMITS, workMs: EXPORT_WORK_MS });
  const all = (found: readonly Key[]) => ({ offset: 0, limit: found.length });
  const parts = partsOf(list, false);
  if (search) {
    const terms = searchTerms(search);
    const lookup = await lookUpTasks(db, terms, budget);
    if (Array.isArray(lookup)) {
      const found = await matchesAmong(db, terms, list, budget, lookup);
      yield await sortSome(db, hasKey(db, found), parts, all(found));
    } else {
      yield* walkInOrder(db, walkOfText(db, terms, list, budget), budget);
    }
    return;
  }
  const count = await countMatches(db, list, SEARCH_LIMITS.countMax);
  if (areFew(list, count)) {
    const window = { offset: 0, limit: count.total };
    yield await sortSome(db, matches(filters, today), parts, window);
  } else {
    yield* walkInOrder(db, walkOf(db, list, budget), budget);
  }
}
