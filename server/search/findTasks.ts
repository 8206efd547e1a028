import type { Kysely } from "kysely";
import { onPostgres, valuesIn } from "#server/db/dialect.ts";
import { readSnapshot } from "#server/db/readSnapshot.ts";
import type { Database } from "#server/db/schema.ts";
import { errorCode } from "#server/db/unavailable.ts";
import { type Candidates, lookUp } from "./candidates.ts";
import { matches, type TaskSearch } from "./filters.ts";
import { type FoundIds, findNewest, type TextSearch } from "./findNewest.ts";
import { type FoundTasks, listTasks, type PageWindow, tasksById } from "./listTasks.ts";
import {
  SEARCH_LIMITS,
  SearchBudget,
  type SearchLimits,
  StepSize,
  searchTooLong,
} from "./searchBudget.ts";
import { SearchQueue } from "./searchQueue.ts";
import { containsText, searchText } from "./searchText.ts";

/** Finds a page of tasks for a user. */
export type FindTasks = (query: TaskSearch, today: string, userId: string) => Promise<FoundTasks>;

/** The maximum of concurrent searches on SQLite. Other requests may wait for one step of each. */
const SQLITE_SLOTS = 2;

/** SQLSTATE of a statement that reached its time limit. */
const STATEMENT_CANCELLED = "57014";

/**
 * Returns a function that finds a page of the matching tasks, newest first, and counts them.
 *
 * @param poolSize the database connections, of which searches take at most a third
 */
export function createFindTasks(
  db: Kysely<Database>,
  poolSize = 10,
  limits: SearchLimits = SEARCH_LIMITS,
): FindTasks {
  const slots = onPostgres(db) ? Math.max(1, Math.floor(poolSize / 3)) : SQLITE_SLOTS;
  const queue = new SearchQueue(slots);
  return async ({ page, limit, search, sort: _sort, ...filters }, today, userId) => {
    const window = { offset: (page - 1) * limit, limit };
    if (!search) return await listTasks(db, filters, window, today, limits.countMax);
    const textSearch = { text: searchText(search).toWellFormed(), filters, today };
    const find = async (snapshot: Kysely<Database>) => {
      const { ids, ...count } = await findByText(snapshot, textSearch, window, limits);
      return { tasks: await tasksById(snapshot, ids), ...count };
    };
    return await queue.run(userId, () =>
      readSnapshot(db, limits.workMs, find).catch((failure: unknown) => {
        throw errorCode(failure) === STATEMENT_CANCELLED ? searchTooLong() : failure;
      }),
    );
  };
}

async function findByText(
  db: Kysely<Database>,
  search: TextSearch,
  window: PageWindow,
  limits: SearchLimits,
): Promise<FoundIds> {
  const budget = new SearchBudget(limits);
  const found = await lookUp(db, search.text, budget);
  if ("keys" in found) return await findAmong(db, search, window, budget, found);
  const isFiltered = Object.values(search.filters).some((value) => value !== undefined);
  const isCommon = found.areMatches && !isFiltered;
  if (isCommon && window.offset >= limits.countMax) {
    return { ids: [], total: limits.countMax, atLeast: true };
  }
  return await findNewest(db, search, window, budget, isCommon);
}

/** The candidates of a step. Each is a row to look up, whose text may be long. */
const candidateSteps = (db: Kysely<Database>) =>
  onPostgres(db) ? new StepSize(10_000, 10_000) : new StepSize(100, 1_000);

/** Sorts and counts the candidates that match. */
async function findAmong(
  db: Kysely<Database>,
  { text, filters, today }: TextSearch,
  { offset, limit }: PageWindow,
  budget: SearchBudget,
  { column, keys }: Candidates,
): Promise<FoundIds> {
  const steps = candidateSteps(db);
  const found: { id: string; created_at: string }[] = [];
  for (let from = 0; from < keys.length; ) {
    const rows = await budget.step(steps, async (size) => {
      const some = keys.slice(from, from + size);
      from += size;
      return await db
        .selectFrom("tasks")
        .select(["id", "created_at"])
        .where(column, "in", valuesIn(db, some))
        .where(containsText(db, "search_text", text))
        .where(matches(filters, today))
        .execute();
    });
    found.push(...rows);
  }
  const newestFirst = found.toSorted((a, b) =>
    a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? 1 : -1,
  );
  const page = newestFirst.slice(offset, offset + limit);
  return { ids: page.map(({ id }) => id), total: found.length };
}
