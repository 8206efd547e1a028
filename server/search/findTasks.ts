import type { Kysely } from "kysely";
import { DEFAULT_SORT } from "#contract/task.ts";
import type { Database } from "#server/db/schema.ts";
import { readSnapshot } from "#server/db/snapshot.ts";
import { searchTerms } from "#server/db/text/searchText.ts";
import { errorCode } from "#server/db/unavailable.ts";
import type { Key } from "./candidates.ts";
import { isFiltered, matches, type TaskSearch } from "./filters.ts";
import { findInOrder, walkOf, walkOfText } from "./findInOrder.ts";
import { hasIndex, partsOf, type TaskList } from "./listOrder.ts";
import {
  areFew,
  countMatches,
  type FoundIds,
  type FoundTasks,
  type PageWindow,
  readIndexedPage,
  sortSome,
  tasksById,
} from "./listTasks.ts";
import type { RunLongRead } from "./longReads.ts";
import { hasKey, lookUpTasks, matchesAmong } from "./lookUpTasks.ts";
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
    const terms = search ? searchTerms(search) : [];
    const find = async (snapshot: Kysely<Database>) => {
      const { ids, ...count } = search
        ? await findByText(snapshot, terms, list, window, limits)
        : await findSorted(snapshot, list, window, limits);
      const tasks = await tasksById(snapshot, ids);
      return { tasks: search ? await addWhereFound(snapshot, tasks, terms) : tasks, ...count };
    };
    return await runLongRead(userId, () =>
      readSnapshot(db, limits.workMs, find).catch((failure: unknown) => {
        throw errorCode(failure) === STATEMENT_CANCELLED ? searchTooLong() : failure;
      }),
    );
  };
}

/** A page of a list whose order no single index has. */
async function findSorted(
  db: Kysely<Database>,
  list: TaskList,
  window: PageWindow,
  limits: SearchLimits,
): Promise<FoundIds> {
  const count = await countMatches(db, list, limits.countMax);
  if (window.offset >= count.total) return { ids: [], ...count };
  if (areFew(list, count)) {
    const some = matches(list.filters, list.today);
    return { ids: await sortSome(db, some, partsOf(list, false), window), ...count };
  }
  const budget = new SearchBudget(limits);
  const { ids } = await findInOrder(db, walkOf(db, list, budget), window, budget, true);
  return { ids, ...count };
}

async function findByText(
  db: Kysely<Database>,
  terms: readonly string[],
  list: TaskList,
  window: PageWindow,
  limits: SearchLimits,
): Promise<FoundIds> {
  const budget = new SearchBudget(limits);
  const found = await lookUpTasks(db, terms, budget);
  if (Array.isArray(found)) return await findAmong(db, terms, list, window, budget, found);
  const isCommon = found === "common" && !isFiltered(list.filters);
  if (isCommon && window.offset >= limits.countMax) {
    return { ids: [], total: limits.countMax, atLeast: true };
  }
  return await findInOrder(db, walkOfText(db, terms, list, budget), window, budget, isCommon);
}

/** Sorts and counts the candidates that match. */
async function findAmong(
  db: Kysely<Database>,
  terms: readonly string[],
  list: TaskList,
  window: PageWindow,
  budget: SearchBudget,
  candidates: readonly Key[],
): Promise<FoundIds> {
  const found = await matchesAmong(db, terms, list, budget, candidates);
  const ids = await sortSome(db, hasKey(db, found), partsOf(list, false), window);
  const { countMax } = budget;
  return found.length > countMax
    ? { ids, total: countMax, atLeast: true }
    : { ids, total: found.length };
}
