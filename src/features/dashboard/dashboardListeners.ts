import { isAnyOf } from "@reduxjs/toolkit";
import type { WithApi } from "#api/api.ts";
import type { StartListening } from "#session/appExtra.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { isReportable, type RejectedCall } from "#sync/connection/errorSuppression.ts";
import { dashboardApi } from "./dashboardApi.ts";

const { getStats, getOverdue } = dashboardApi.endpoints;

/** Logs failed calls (§8). They show no toast. */
export function startDashboardListeners(
  startListening: StartListening<WithApi & WithConnection>,
): void {
  startListening({
    matcher: isAnyOf(getStats.matchRejected, getOverdue.matchRejected),
    effect: (action, listenerApi) => {
      const rejected = action as unknown as RejectedCall;
      if (!isReportable(rejected, listenerApi)) return;
      const { meta, payload, error } = rejected;
      // oxlint-disable-next-line no-console -- required by the specification (§8)
      console.error(`The dashboard's ${meta.arg?.endpointName} failed:`, payload ?? error);
    },
  });
}
