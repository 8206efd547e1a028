import { isAction, type UnknownAction } from "@reduxjs/toolkit";
import { callStepOf, isBookkeeping } from "#api/rtkInternals.ts";
import { isObject } from "#lib/json.ts";

/** Whether an action is bookkeeping of RTK Query, and not something that happened. */
export const isInternal = (action: unknown): boolean => isAction(action) && isBookkeeping(action);

/** Data that an earlier response brought. RTK Query keeps the object if a response changes nothing. */
const known = new WeakSet<object>();
const decided = new WeakMap<object, boolean>();

/** Notes a mutation's response, which may enter the cache as a query's: a bulk action that has started. */
function noteResponse(response: unknown): void {
  if (isObject(response))
    for (const part of Object.values(response)) if (isObject(part)) known.add(part);
}

function dataIn(state: unknown, key: unknown): unknown {
  const cache = isObject(state) ? state["api"] : undefined;
  const queries = isObject(cache) ? cache["queries"] : undefined;
  const entry = isObject(queries) && typeof key === "string" ? queries[key] : undefined;
  return isObject(entry) ? entry["data"] : undefined;
}

/**
 * Whether an action tells nothing new: the start of a call, whose outcome has a row with the call's
 * values and times, or a refetch in the background, such as a poll, that has changed nothing. A start
 * that changes a machine (`watchMachines`) stays.
 *
 * @param state the state after the action
 */
export function tellsNothing(state: unknown, action: UnknownAction): boolean {
  const { meta } = action;
  const arg = isObject(meta) ? meta["arg"] : undefined;
  const call = callStepOf(action);
  if (!call || !isObject(meta) || !isObject(arg)) return false;
  if (call.step === "pending") return meta["machines"] === undefined;
  if (call.kind === "Mutation") noteResponse(action["payload"]);
  if (call.kind !== "Query") return false;
  const isBackground = arg["subscribe"] === false && arg["forceRefetch"] === true;
  if (call.step === "rejected") return false;
  // DevTools may ask again.
  const before = decided.get(action);
  if (before !== undefined) return before;
  const data = dataIn(state, arg["queryCacheKey"]);
  const isKnown = isObject(data) || Array.isArray(data) ? known.has(data) : false;
  if (isObject(data) || Array.isArray(data)) known.add(data);
  decided.set(action, isBackground && isKnown);
  return isBackground && isKnown;
}
