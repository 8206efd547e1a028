import type { ThunkDispatch, TypedStartListening, UnknownAction } from "@reduxjs/toolkit";
import type { AppExtra } from "#api/extra.ts";
import { dashboardApi } from "./dashboardApi.ts";

type Dispatch = ThunkDispatch<unknown, AppExtra, UnknownAction>;
type StartListening = TypedStartListening<unknown, Dispatch, AppExtra>;

const { getStats, getOverdue } = dashboardApi.endpoints;

/** What a rejected call leaves, as far as the log needs it. */
interface Rejection {
  payload: unknown;
  error: unknown;
  meta: { condition: boolean; aborted: boolean; arg: { endpointName: string } };
}

function log({ meta, payload, error }: Rejection): void {
  // Not sent at all, or no longer wanted: nothing failed.
  if (meta.condition || meta.aborted) return;
  // oxlint-disable-next-line no-console -- the specification asks for it (§8)
  console.error(`The dashboard's ${meta.arg.endpointName} failed:`, payload ?? error);
}

/** A failed call is only logged (§8): the page itself shows what is missing. */
export function startDashboardListeners(startListening: StartListening): void {
  startListening({ matcher: getStats.matchRejected, effect: log });
  startListening({ matcher: getOverdue.matchRejected, effect: log });
}
