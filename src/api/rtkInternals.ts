import type { UnknownAction } from "@reduxjs/toolkit";
import { isObject } from "#lib/json.ts";
import { api } from "./api.ts";

/*
 * What the app needs of RTK Query and its public interface doesn't offer, as of Redux Toolkit 2.14.
 * Check this file after each update of the library; nothing else in the app depends on its inside.
 */

const { internal_getRTKQSubscriptions, onFocus } = api.internalActions;

/**
 * The number of components that show a query, by its cache key. The middleware's own count is
 * current; the one in the state may be 500 ms old (since 1.9).
 */
export function subscriptionCount(
  dispatch: (action: UnknownAction) => unknown,
  queryCacheKey: string,
): number {
  const response = dispatch(internal_getRTKQSubscriptions());
  const subscriptions = response as { getSubscriptionCount(key: string): number };
  return subscriptions.getSubscriptionCount(queryCacheKey);
}

/** A query left the cache. The public `resetApiState` removes all of them (since 1.3). */
export const { removeQueryResult: queryRemoved } = api.internalActions;

/** Removes a query from the cache. */
export const removeQuery = (queryCacheKey: string): UnknownAction =>
  queryRemoved({ queryCacheKey } as Parameters<typeof queryRemoved>[0]);

/** Whether the window got the focus. `setupListeners` dispatches the action, but doesn't export it (since 1.3). */
export const { match: isWindowFocused } = onFocus;

const CALL = /^api\/execute(Query|Mutation)\/(pending|fulfilled|rejected)$/;

/** A step of a call. The public matchers each need the endpoint (since 1.3). */
export function callStepOf({
  type,
}: UnknownAction): { kind: string; step: "pending" | "fulfilled" | "rejected" } | null {
  const [, kind = "", step] = CALL.exec(type) ?? [];
  if (step !== "pending" && step !== "fulfilled" && step !== "rejected") return null;
  return { kind, step };
}

/** Whether an action is a step of a query. */
export function isQueryStep(
  action: UnknownAction,
  step: "pending" | "fulfilled" | "rejected",
): boolean {
  const found = callStepOf(action);
  return found?.kind === "Query" && found.step === step;
}

/** Subscriptions, the middleware, cached entries that nothing uses. */
const BOOKKEEPING =
  /^(?:__rtkq\/|api\/(?:internalSubscriptions|subscriptions|config|invalidation)\/|api\/queries\/removeQueryResult$|api\/invalidateTags$)/;

/** Whether an action is RTK Query's bookkeeping, or a query that it skipped, because its data was in the cache. */
export function isBookkeeping(action: UnknownAction): boolean {
  const { type, meta } = action;
  if (BOOKKEEPING.test(type)) return true;
  return isQueryStep(action, "rejected") && isObject(meta) && meta["condition"] === true;
}
