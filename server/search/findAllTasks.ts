import type { Kysely } from "kysely";
import type { InferType } from "yup";
import type { taskExportRule } from "#contract/rules/task.ts";
import { DEFAULT_SORT } from "#contract/task.ts";
import type { Database } from "#server/db/schema.ts";
import { searchTerms } from "#server/db/text/searchText.ts";
import { walkInOrder } from "./findInOrder.ts";
import { partsOf } from "./listOrder.ts";
import { sortSome } from "./listTasks.ts";
import { planOf } from "./plan.ts";
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
  const plan = await planOf(db, search ? searchTerms(search) : undefined, list, budget);
  if ("walk" in plan) yield* walkInOrder(db, plan.walk, budget);
  else yield await sortSome(db, plan.few, partsOf(list, false), { offset: 0, limit: plan.size });
}
