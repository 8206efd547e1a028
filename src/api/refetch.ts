import { createAction, type ThunkAction, type UnknownAction } from "@reduxjs/toolkit";
import { api, type WithApi } from "./api.ts";
import { subscriptionCount } from "./rtkInternals.ts";
import type { Tag } from "./tags.ts";

/** A query in the cache. */
interface CachedQuery {
  endpointName: string;
  originalArgs?: unknown;
  queryCacheKey: string;
}

type Thunk<Result> = ThunkAction<Result, WithApi, unknown, UnknownAction>;

/** The dispatch function that the thunks below need. */
export type RefetchDispatch = <Result>(action: UnknownAction | Thunk<Result>) => Result;

/** A query is refetched because events made it stale and a screen shows it. */
export const queryOutdated = createAction<{ endpointName: string; tags: readonly Tag[] }>(
  "events/queryOutdated",
);

const REFETCH = { subscribe: false, forceRefetch: true } as const;

/** The endpoints that the features have injected; the type of `api` has none. */
const endpoints = api.endpoints as unknown as Readonly<
  Record<string, { initiate(args: unknown, options: typeof REFETCH): Thunk<unknown> }>
>;

/**
 * Refetches a query if a screen shows it. Returns whether one does.
 *
 * @param tags the tags that events made stale; absent if the refetch has another reason
 */
export function refetchIfMounted(
  dispatch: RefetchDispatch,
  query: CachedQuery,
  tags?: readonly Tag[],
): boolean {
  const { endpointName } = query;
  const endpoint = endpoints[endpointName];
  if (!endpoint || subscriptionCount(dispatch, query.queryCacheKey) === 0) return false;
  if (tags) dispatch(queryOutdated({ endpointName, tags }));
  dispatch(endpoint.initiate(query.originalArgs, REFETCH));
  return true;
}
