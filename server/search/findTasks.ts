import type { Kysely } from "kysely";
import { DEFAULT_SORT } from "#contract/task.ts";
import type { Database } from "#server/db/schema.ts";
import { readSnapshot } from "#server/db/snapshot.ts";
import { searchTerms } from "#server/db/text/searchText.ts";
import { errorCode } from "#server/db/unavailable.ts";
import type { TaskSearch } from "./filters.ts";
import { findInOrder } from "./findInOrder.ts";
import { hasIndex, partsOf, type TaskList } from "./listOrder.ts";
import {
  counted,
  type FoundIds,
  type FoundTasks,
  type PageWindow,
  readIndexedPage,
  sortSome,
  tasksById,
} from "./listTasks.ts";
import type { RunLongRead } from "./longReads.ts";
import { planOf } from "./plan.ts";
import { SEARCH_LIMITS, SearchBudget, type SearchLimits, searchTooLong } from "./searchBudget.ts";
import { addWhereFound } from "./whereFound.ts";

/** Finds a page of tasks for a user. */
export type FindTasks = (query: TaskSearch, today: string, userId: string) => Promise<FoundTasks>;

/** SQLSTATE of a statement that reached its time limit. */
const STATEMENT_CANCELLED = "57014";

/** Returns a function that finds a page of the matching tasks, and counts them. */
export function createFindTasks(
  db: Kysely<Database>,
  runLongRead: RunLongRead,
  limits: SearchLimits = SEARCH_LIMITS,
): FindTasks {
  return async ({ page, limit, search, sort = DEFAULT_SORT, ...filters }, today, userId) => {
    const window = { offset: (page - 1) * limit, limit };
    const list = { filters, sort, today };
    if (!search && hasIndex(list)) {
      const { ids, ...count } = await readIndexedPage(db, list, window, limits.countMax);
      return { tasks: await tasksById(db, ids), ...count };
    }
    const terms = search ? searchTerms(search) : undefined;
    const find = async (snapshot: Kysely<Database>) => {
      const { ids, ...count } = await readPage(snapshot, terms, list, window, limits);
      const tasks = await tasksById(snapshot, ids);
      return { tasks: terms ? await addWhereFound(snapshot, tasks, terms) : tasks, ...count };
    };
    return await runLongRead(userId, () =>
      readSnapshot(db, limits.workMs, find).catch((failure: unknown) => {
        throw errorCode(failure) === STATEMENT_CANCELLED ? searchTooLong() : failure;
      }),
    );
  };
}

/** A page of a list whose order no single index has, or of the tasks with a text. */
async function readPage(
  db: Kysely<Database>,
  terms: readonly string[] | undefined,
  list: TaskList,
  window: PageWindow,
  limits: SearchLimits,
): Promise<FoundIds> {
  const budget = new SearchBudget(limits);
  const plan = await planOf(db, terms, list, budget);
  if ("few" in plan) {
    const ids = await sortSome(db, plan.few, partsOf(list, false), window);
    return { ids, ...counted(plan.size, limits.countMax) };
  }
  const { walk, count } = plan;
  if (count && window.offset >= count.total) return { ids: [], ...count };
  return await findInOrder(db, walk, window, budget, count);
}
