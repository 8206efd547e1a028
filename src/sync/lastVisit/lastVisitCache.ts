import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { api, type WithApi } from "#api/api.ts";
import type { LastVisitEntry } from "./lastVisit.ts";

/**
 * The action with the fields that RTK Query's reducer reads. Its public type lacks some of them.
 */
interface Upsert extends UnknownAction {
  payload: readonly { queryDescription: { queryCacheKey: string } }[];
  meta: { timestamp: number };
}

/** The time of entries from the last visit. RTK Query fetches such an entry once a screen shows it. */
const LAST_VISIT = 0;

/**
 * Adds the last visit's data to the query cache, except for queries that already have a response, and
 * those whose code is not loaded.
 */
export function showLastVisit(
  entries: readonly LastVisitEntry[],
): ThunkAction<void, WithApi, unknown, UnknownAction> {
  return (dispatch, getState) => {
    const known = entries.filter(({ endpointName }) => endpointName in api.endpoints);
    const upsert = api.util.upsertQueryEntries(known as never) as unknown as Upsert;
    const { queries } = getState().api;
    const payload = upsert.payload.filter(
      ({ queryDescription: { queryCacheKey } }) => queries[queryCacheKey]?.data === undefined,
    );
    if (payload.length === 0) return;
    dispatch({ ...upsert, payload, meta: { ...upsert.meta, timestamp: LAST_VISIT } });
  };
}

/** Whether a screen shows something from the last visit. */
export function selectShowsLastVisit({ api: { queries, subscriptions } }: WithApi): boolean {
  return Object.entries(queries).some(
    ([key, query]) =>
      query?.fulfilledTimeStamp === LAST_VISIT && Object.keys(subscriptions[key] ?? {}).length > 0,
  );
}
