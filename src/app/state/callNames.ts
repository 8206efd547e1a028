import type { UnknownAction } from "@reduxjs/toolkit";
import { featureOf } from "#api/api.ts";
import { callStepOf } from "#api/rtkInternals.ts";
import { isObject } from "#lib/json.ts";

/**
 * An action of a call with its endpoint in the type, such as "board/getBoard fulfilled". RTK Query gives
 * the actions of all endpoints the same types, and DevTools lists types.
 */
export function withCallName<A extends UnknownAction>(action: A): A {
  const outcome = callStepOf(action)?.step;
  const { meta } = action;
  const arg = isObject(meta) ? meta["arg"] : undefined;
  const endpoint = isObject(arg) ? arg["endpointName"] : undefined;
  if (outcome === undefined || typeof endpoint !== "string" || !isObject(meta)) return action;
  return {
    ...action,
    type: `${featureOf(endpoint)}/${endpoint} ${outcome}`,
    meta: { ...meta, type: action.type },
  };
}

/** The action with its own type again, for logs that are imported into DevTools. */
export function withoutCallName(action: UnknownAction): UnknownAction {
  const { meta } = action;
  const type = isObject(meta) ? meta["type"] : undefined;
  return typeof type === "string" && callStepOf({ type }) ? { ...action, type } : action;
}
