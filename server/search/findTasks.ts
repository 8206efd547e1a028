import type { Kysely } from "kysely";
import type { Task } from "#contract/task.ts";
import { onPostgres, valuesIn } from "#server/db/dialect.ts";
import { readSnapshot } from "#server/db/readSnapshot.ts";
import type { Database } from "#server/db/schema.ts";
import { errorCode } from "#server/db/unavailable.ts";
import { type Candidates, lookUp } from "./candidates.ts";
import { matches, type TaskFilters, type TaskSearch } from "./filters.ts";
import { type Counted, findNewest, type Window } from "./findNewest.ts";
import { listTasks, tasksOf } from "./listTasks.ts";
import {
  SEARCH_LIMITS,
  SearchBudget,
  type SearchLimits,
  StepSize,
  searchTooLong,
} from "./searchBudget.ts";
import { SearchQueue } from "./searchQueue.ts";
import { containsText, searchText } from "./searchText.ts";

/** A page of the list; `atLeast` when more tasks match than `total`. */
export interface FoundTasks {
  tasks: Task[];
  total: number;
  atLeast?: true;
}

/** Finds a page of tasks for a user. */
export type FindTasks = (query: TaskSearch, today: string, userId: string) => Promise<FoundTasks>;

/** Searches at once on SQLite: each adds one step to what another request waits for. */
const SLOTS_ON_SQLITE = 2;

/**
 * A function that finds one page of the tasks that match, newest first, and how many match in all.
 *
 * @param poolSize connections of the database, of which searches take a third at most
 */
export function createFindTasks(
  db: Kysely<Database>,
  poolSize = 10,
  limits: SearchLimits = SEARCH_LIMITS,
): FindTasks {
  const slots = onPostgres(db) ? Math.max(1, Math.floor(poolSize / 3)) : SLOTS_ON_SQLITE;
  const queue = new SearchQueue(slots);
  return async ({ page, limit, search, ...filters }, today, userId) => {
    const window = { offset: (page - 1) * limit, limit };
    if (!search) return await listTasks(db, filters, window, today, limits.countMax);
    const asked = { text: searchText(search).toWellFormed(), filters, today };
    const find = async (snapshot: Kysely<Database>) => {
      const { ids, ...counted } = await findByText(snapshot, asked, window, limits);
      return { tasks: await tasksOf(snapshot, ids), ...counted };
    };
    return await queue.run(userId, () =>
      readSnapshot(db, limits.workMs, find).catch((failure: unknown) => {
        throw errorCode(failure) === STATEMENT_CANCELLED ? searchTooLong() : failure;
      }),
    );
  };
}

/** SQLSTATE of a statement that reached its time limit. */
const STATEMENT_CANCELLED = "57014";

interface Asked {
  text: string;
  filters: TaskFilters;
  today: string;
}

async function findByText(
  db: Kysely<Database>,
  asked: Asked,
  window: Window,
  limits: SearchLimits,
): Promise<Counted> {
  const budget = new SearchBudget(limits);
  const isFiltered = Object.values(asked.filters).some((value) => value !== undefined);
  const found = await lookUp(db, asked.text, budget);
  if ("keys" in found) return await findAmong(db, asked, window, budget, found);
  const isCommon = found.areMatches && !isFiltered;
  if (isCommon && window.offset >= limits.countMax) {
    return { ids: [], total: limits.countMax, atLeast: true };
  }
  return await findNewest(db, asked, window, budget, isCommon);
}

/** Candidates at a time: each is a row to look up, whose text may be long. */
const stepsOf = (db: Kysely<Database>) =>
  onPostgres(db) ? new StepSize(10_000, 10_000) : new StepSize(100, 1_000);

/** Orders and counts the candidates that match; there are at most as many as are counted. */
async function findAmong(
  db: Kysely<Database>,
  { text, filters, today }: Asked,
  { offset, limit }: Window,
  budget: SearchBudget,
  { column, keys }: Candidates,
): Promise<Counted> {
  const steps = stepsOf(db);
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
  const byAge = found.toSorted((a, b) =>
    a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? 1 : -1,
  );
  return { ids: byAge.slice(offset, offset + limit).map(({ id }) => id), total: found.length };
}
