import { isAction, type UnknownAction } from "@reduxjs/toolkit";
import { isObject } from "#lib/json.ts";

/** RTK Query's own bookkeeping: subscriptions, the middleware, cached entries that nothing uses. */
const INTERNAL =
  /^(?:__rtkq\/|api\/(?:internalSubscriptions|subscriptions|config|invalidation)\/|api\/queries\/removeQueryResult$|api\/invalidateTags$)/;

/** A query that RTK Query didn't run, because its data was in the cache. */
const isSkipped = ({ type, meta }: UnknownAction): boolean =>
  type === "api/executeQuery/rejected" && isObject(meta) && meta.condition === true;

/** Whether an action is bookkeeping of RTK Query, and not something that happened. */
export const isInternal = (action: unknown): boolean =>
  isAction(action) && (INTERNAL.test(action.type) || isSkipped(action));

/** Data that an earlier response brought. RTK Query keeps the object if a response changes nothing. */
const known = new WeakSet<object>();
const decided = new WeakMap<object, boolean>();

function dataIn(state: unknown, key: unknown): unknown {
  const cache = isObject(state) ? state["api"] : undefined;
  const queries = isObject(cache) ? cache["queries"] : undefined;
  const entry = isObject(queries) && typeof key === "string" ? queries[key] : undefined;
  return isObject(entry) ? entry["data"] : undefined;
}

/**
 * Whether an action tells nothing new: the start of a query, whose outcome has a row, or a refetch in
 * the background, such as a poll, that has changed nothing.
 *
 * @param state the state after the action
 */
export function tellsNothing(state: unknown, action: UnknownAction): boolean {
  const { type, meta } = action;
  const arg = isObject(meta) ? meta["arg"] : undefined;
  if (!type.startsWith("api/executeQuery/") || !isObject(arg)) return false;
  const isBackground = arg["subscribe"] === false && arg["forceRefetch"] === true;
  if (type.endsWith("/pending")) return true;
  if (!type.endsWith("/fulfilled")) return false;
  // DevTools may ask again.
  const before = decided.get(action);
  if (before !== undefined) return before;
  const data = dataIn(state, arg["queryCacheKey"]);
  const isKnown = isObject(data) || Array.isArray(data) ? known.has(data) : false;
  if (isObject(data) || Array.isArray(data)) known.add(data);
  decided.set(action, isBackground && isKnown);
  return isBackground && isKnown;
}
