import { isAction, type UnknownAction } from "@reduxjs/toolkit";
import { isObject } from "#lib/json.ts";

/** RTK Query's own bookkeeping: subscriptions, the middleware, cached entries that nothing uses. */
const INTERNAL =
  /^(?:__rtkq\/|api\/(?:internalSubscriptions|subscriptions|config|invalidation)\/|api\/queries\/removeQueryResult$)/;

/** A query that RTK Query didn't run, because its data was in the cache. */
const isSkipped = ({ type, meta }: UnknownAction): boolean =>
  type === "api/executeQuery/rejected" && isObject(meta) && meta.condition === true;

/** Whether an action is bookkeeping of RTK Query, and not something that happened. */
export const isInternal = (action: unknown): boolean =>
  isAction(action) && (INTERNAL.test(action.type) || isSkipped(action));
