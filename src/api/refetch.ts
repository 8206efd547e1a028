import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { api, type WithApi } from "./api.ts";

/** A query in the cache. */
export interface CachedQuery {
  endpointName: string;
  originalArgs?: unknown;
  queryCacheKey: string;
}

type Thunk<Result> = ThunkAction<Result, WithApi, unknown, UnknownAction>;

/** What dispatches the thunks below. */
export type RefetchDispatch = <Result>(action: UnknownAction | Thunk<Result>) => Result;

const AGAIN = { subscribe: false, forceRefetch: true } as const;

/** The calls that the features have injected: the API's own type knows of none. */
const endpoints = api.endpoints as unknown as Readonly<
  Record<string, { initiate(args: unknown, how: typeof AGAIN): Thunk<unknown> }>
>;

function isMounted(dispatch: RefetchDispatch, queryCacheKey: string): boolean {
  // The middleware answers this action with its own, newest count: the state's is up to 500 ms old.
  const known: unknown = dispatch(api.internalActions.internal_getRTKQSubscriptions());
  return (
    (known as { getSubscriptionCount(key: string): number }).getSubscriptionCount(queryCacheKey) > 0
  );
}

/** Fetches a query again if a screen shows it. Returns whether one does. */
export function refetchIfMounted(dispatch: RefetchDispatch, query: CachedQuery): boolean {
  const endpoint = endpoints[query.endpointName];
  if (!endpoint || !isMounted(dispatch, query.queryCacheKey)) return false;
  dispatch(endpoint.initiate(query.originalArgs, AGAIN));
  return true;
}
