import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { api, type WithApi } from "#api/api.ts";
import { type RefetchDispatch, refetchIfMounted } from "#api/refetch.ts";
import { removeQuery } from "#api/rtkInternals.ts";
import type { Tag } from "#api/tags.ts";

type Entry = ReturnType<typeof api.util.selectInvalidatedBy>[number];

type DatedEntry = Entry & { startedTimeStamp?: number };

/** Access to the query cache. */
export interface CacheAccess {
  dispatch: RefetchDispatch;
  getState: () => WithApi;
}

const runningThunk = api.util.getRunningQueryThunk as unknown as (
  endpointName: string,
  args: unknown,
) => ThunkAction<Promise<unknown> | undefined, WithApi, unknown, UnknownAction>;

/**
 * Refetches the queries that an event made stale and that a screen shows; drops the other stale ones.
 * Unlike `invalidateTags`, it doesn't wait for unrelated calls. The response to a
 * running call may predate the change, so another call follows it.
 */
export function createStaleRefetcher({ dispatch, getState }: CacheAccess) {
  /** The tags that became stale while a query was running. */
  const missed = new Map<string, Tag[]>();
  /** The queries that were refetched for those tags, and not for tags since then. */
  const followed = new Set<string>();

  const runningOf = ({ endpointName, originalArgs }: Omit<Entry, "queryCacheKey">) =>
    dispatch(runningThunk(endpointName, originalArgs));

  function refetchOrDrop(query: Entry, tags: readonly Tag[]): void {
    const { queryCacheKey } = query;
    if (refetchIfMounted(dispatch, query, tags)) return;
    dispatch(removeQuery(queryCacheKey));
  }

  /** A running query gets its tags with its response, so this waits for it. */
  async function refetchAfter(entry: Entry, running: Promise<unknown>, tags: readonly Tag[]) {
    const collecting = missed.get(entry.queryCacheKey);
    if (collecting) return void collecting.push(...tags);
    const missedTags = [...tags];
    missed.set(entry.queryCacheKey, missedTags);
    await running;
    missed.delete(entry.queryCacheKey);
    const touched = api.util.selectInvalidatedBy(getState(), missedTags);
    const isTouched = touched.some(({ queryCacheKey }) => queryCacheKey === entry.queryCacheKey);
    // A call that started since then sees the change.
    if (!isTouched || runningOf(entry)) return;
    followed.add(entry.queryCacheKey);
    refetchOrDrop(entry, missedTags);
  }

  /** @param at when the last event arrived; a call that started later includes it */
  return (tags: readonly Tag[], at: number): void => {
    const entries = api.util.selectAllQueryEntries(getState()) as unknown as DatedEntry[];
    const touched = new Set(
      api.util.selectInvalidatedBy(getState(), tags).map(({ queryCacheKey }) => queryCacheKey),
    );
    for (const entry of entries) {
      const running = runningOf(entry);
      const isLater = (entry.startedTimeStamp ?? 0) > at && !followed.delete(entry.queryCacheKey);
      if (running && isLater) continue;
      if (running) void refetchAfter(entry, running, tags);
      else if (touched.has(entry.queryCacheKey)) refetchOrDrop(entry, tags);
    }
  };
}
