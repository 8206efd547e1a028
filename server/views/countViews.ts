import type { Kysely } from "kysely";
import { readViewFilters } from "#contract/rules/view.ts";
import type { ViewCountsResponse } from "#contract/shapes/view.ts";
import { VIEW_COUNT_MAX } from "#contract/view.ts";
import { dataVersion } from "#server/db/dataVersion.ts";
import type { ViewRow } from "#server/db/schema/views.ts";
import type { Database } from "#server/db/schema.ts";
import { Refusal } from "#server/refusals.ts";
import { createFindTasks } from "#server/search/findTasks.ts";
import type { MatchCount } from "#server/search/listTasks.ts";
import type { RunLongRead } from "#server/search/longReads.ts";
import { SEARCH_LIMITS } from "#server/search/searchBudget.ts";

/** The work in ms after which the tasks of a view stay uncounted: a menu must not cost what a search may. */
const COUNT_WORK_MS = 300;
/** The maximum number of cached counts. */
const CACHED_MAX = 1_000;

type Counted = ViewCountsResponse["counts"];

/**
 * Returns a function that counts the tasks of views for a user, up to {@link VIEW_COUNT_MAX}. All users share
 * the counts of a query until the data or the day changes.
 */
export function createCountViews(db: Kysely<Database>, runLongRead: RunLongRead) {
  const readVersion = dataVersion(db);
  const limits = { ...SEARCH_LIMITS, countMax: VIEW_COUNT_MAX, workMs: COUNT_WORK_MS };
  const find = createFindTasks(db, runLongRead, limits);
  /** The count that was read longest ago comes first. */
  const cached = new Map<string, { version: string; count: MatchCount | null }>();

  async function count(query: string, today: string, userId: string): Promise<MatchCount | null> {
    const key = `${today} ${query}`;
    const version = await readVersion();
    const known = cached.get(key);
    const read = known?.version === version ? known.count : await findCount(query, today, userId);
    cached.delete(key);
    cached.set(key, { version, count: read });
    const [oldest] = cached.keys();
    if (oldest !== undefined && cached.size > CACHED_MAX) cached.delete(oldest);
    return read;
  }

  async function findCount(
    query: string,
    today: string,
    userId: string,
  ): Promise<MatchCount | null> {
    const address = readViewFilters(query);
    // Written by a version with other filters.
    if ("errors" in address) return null;
    const { sort: _sort, ...filters } = address.value;
    try {
      const { tasks: _tasks, ...total } = await find(
        { ...filters, page: 1, limit: 1 },
        today,
        userId,
      );
      return total;
    } catch (failure) {
      if (failure instanceof Refusal) return null;
      throw failure;
    }
  }

  return async (
    views: readonly Pick<ViewRow, "id" | "query">[],
    today: string,
    userId: string,
  ): Promise<Counted> => {
    const counts: Counted = [];
    for (const { id, query } of views) {
      const total = await count(query, today, userId);
      if (total) counts.push({ id, ...total });
    }
    return counts;
  };
}
