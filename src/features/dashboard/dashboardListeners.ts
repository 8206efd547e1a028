import { endedSession } from "#api/endedSession.ts";
import type { CallError } from "#api/errors.ts";
import type { AppExtra, StartListening } from "#api/extra.ts";
import { selectIsQuiet, type WithHealing } from "#features/connection/quiet.ts";
import { dashboardApi } from "./dashboardApi.ts";

const { getStats, getOverdue } = dashboardApi.endpoints;

/** What a rejected call leaves, as far as the log needs it. */
interface Rejection {
  payload: CallError;
  error: unknown;
  meta: {
    condition: boolean;
    aborted: boolean;
    arg: { endpointName: string; queryCacheKey: string };
  };
}

function log(
  { meta, payload, error }: Rejection,
  { getState, extra }: { getState: () => WithHealing; extra: AppExtra },
): void {
  // Not sent at all, or no longer wanted: nothing failed.
  if (meta.condition || meta.aborted || endedSession(payload, extra)) return;
  // The same again is no news.
  if (selectIsQuiet(getState(), meta.arg.queryCacheKey)) return;
  // oxlint-disable-next-line no-console -- the specification asks for it (§8)
  console.error(`The dashboard's ${meta.arg.endpointName} failed:`, payload ?? error);
}

/** A failed call is only logged (§8): the page itself shows what is missing. */
export function startDashboardListeners(startListening: StartListening<WithHealing>): void {
  startListening({ matcher: getStats.matchRejected, effect: log });
  startListening({ matcher: getOverdue.matchRejected, effect: log });
}
