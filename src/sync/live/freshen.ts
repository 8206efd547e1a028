import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { api, type WithApi } from "#api/api.ts";
import { type RefetchDispatch, refetchIfMounted } from "#api/refetch.ts";
import type { Tag } from "./newsTags.ts";

type Entry = ReturnType<typeof api.util.selectInvalidatedBy>[number];

type Asked = Entry & { startedTimeStamp?: number };

/** What the cache is kept fresh with. */
export interface CacheAccess {
  dispatch: RefetchDispatch;
  getState: () => WithApi;
}

const runningThunk = api.util.getRunningQueryThunk as unknown as (
  endpointName: string,
  args: unknown,
) => ThunkAction<Promise<unknown> | undefined, WithApi, unknown, UnknownAction>;

/**
 * Fetches again what news touch and somebody looks at; the rest of what they touch is dropped.
 * Unlike `invalidateTags` it doesn't wait for calls that have nothing to do with it. A call that is
 * under way may have been answered before the change, so another one follows it.
 */
export function createFreshener({ dispatch, getState }: CacheAccess) {
  /** What came while an entry was under way. */
  const missed = new Map<string, Tag[]>();

  const runningOf = ({ endpointName, originalArgs }: Omit<Entry, "queryCacheKey">) =>
    dispatch(runningThunk(endpointName, originalArgs));

  function renew(query: Entry): void {
    const { queryCacheKey } = query;
    if (refetchIfMounted(dispatch, query)) return;
    dispatch(api.internalActions.removeQueryResult({ queryCacheKey } as Removal));
  }

  /** Only once an answer is here is it known what it is about. */
  async function follow(entry: Entry, running: Promise<unknown>, tags: readonly Tag[]) {
    const gathered = missed.get(entry.queryCacheKey);
    if (gathered) return void gathered.push(...tags);
    const own = [...tags];
    missed.set(entry.queryCacheKey, own);
    await running;
    missed.delete(entry.queryCacheKey);
    const touched = api.util.selectInvalidatedBy(getState(), own);
    const isTouched = touched.some(({ queryCacheKey }) => queryCacheKey === entry.queryCacheKey);
    // Somebody else may have asked again meanwhile: that call sees the change.
    if (isTouched && !runningOf(entry)) renew(entry);
  }

  /** @param at when the last of the news came; what was asked for later has them. */
  return (tags: readonly Tag[], at: number): void => {
    const entries = api.util.selectAllQueryEntries(getState()) as unknown as Asked[];
    const touched = new Set(
      api.util.selectInvalidatedBy(getState(), tags).map(({ queryCacheKey }) => queryCacheKey),
    );
    for (const entry of entries) {
      const running = runningOf(entry);
      if (running && (entry.startedTimeStamp ?? 0) > at) continue;
      if (running) void follow(entry, running, tags);
      else if (touched.has(entry.queryCacheKey)) renew(entry);
    }
  };
}

type Removal = Parameters<typeof api.internalActions.removeQueryResult>[0];
