import { isRejected } from "@reduxjs/toolkit";
import { QueryStatus } from "@reduxjs/toolkit/query/react";
import { api, type WithApi } from "#api/api.ts";
import { type CallError, isUnsure, statusOf } from "#api/errors.ts";
import type { StartListening, StoreDispatch } from "#api/extra.ts";
import { selectIsOffline, type WithConnection } from "./connectionSlice.ts";
import { queryAskedAgain, queryKeyOf } from "./healingSlice.ts";

type State = WithConnection & WithApi;

/** Any query's endpoint, as far as it's needed to ask again. */
interface AnyQuery {
  initiate(
    arg: unknown,
    options: { subscribe: false; forceRefetch: true },
  ): Parameters<StoreDispatch<State>>[0];
}

/**
 * Whether a rejected query had no answer, or none that means it: a server that fails or is busy may
 * do better in a moment. One that was taken back is nobody's loss.
 */
function mayBeAnswered({ payload, meta }: { payload: unknown; meta: object }): boolean {
  const { aborted, condition } = meta as { aborted?: boolean; condition?: boolean };
  const error = payload as CallError;
  const status = statusOf(error) ?? 0;
  return !aborted && !condition && (isUnsure(error) || status >= 500 || status === 429);
}

/**
 * Asks again for what a screen could not be given, as long as the screen is there: a part of the
 * calls may fail while the server can be reached. After an outage all is fetched anyway.
 */
export function startHealingListeners(startListening: StartListening<State>): void {
  startListening({
    matcher: isRejected,
    effect: async (action, { dispatch, getState, delay, extra: { healingPause } }) => {
      const key = queryKeyOf(action.meta as object);
      if (key === undefined || healingPause === null || !mayBeAnswered(action)) return;
      await delay(healingPause);
      const { queries, subscriptions } = getState().api;
      const query = queries[key];
      const mounted = Object.keys(subscriptions[key] ?? {}).length > 0;
      if (!mounted || selectIsOffline(getState())) return;
      // Asked again meanwhile: then that answer counts.
      if (query?.status !== QueryStatus.rejected || query.requestId !== action.meta.requestId)
        return;
      // Which endpoints there are is the features' business.
      const endpoints = api.endpoints as Readonly<Record<string, AnyQuery | undefined>>;
      const endpoint = endpoints[query.endpointName];
      if (!endpoint) return;
      dispatch(queryAskedAgain(key));
      dispatch(endpoint.initiate(query.originalArgs, { subscribe: false, forceRefetch: true }));
    },
  });
}
