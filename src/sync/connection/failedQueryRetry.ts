import { isRejected } from "@reduxjs/toolkit";
import { QueryStatus } from "@reduxjs/toolkit/query/react";
import type { WithApi } from "#api/api.ts";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { type CallError, hasUnknownOutcome, statusOf } from "#api/errors.ts";
import { refetchIfMounted } from "#api/refetch.ts";
import type { StartListening } from "#session/appExtra.ts";
import type { WithConnection } from "./connectionSlice.ts";
import type { RejectedCall } from "./errorSuppression.ts";

/** Whether a retry may succeed: the server sent no response, failed or was overloaded. */
function isTemporary(error: CallError): boolean {
  return hasUnknownOutcome(error) || (statusOf(error) ?? 0) >= 500 || statusOf(error) === 429;
}

/**
 * Retries failed queries for as long as a screen shows them: some calls may fail while the server
 * can be reached. During an outage it retries nothing, because all queries are refetched
 * afterwards.
 */
export function startFailedQueryRetry(
  startListening: StartListening<WithApi & WithConnection>,
): void {
  startListening({
    matcher: isRejected,
    effect: async (action, { dispatch, getState, delay, extra: { failedQueryRetryMs } }) => {
      const { meta, payload } = action as RejectedCall;
      const queryCacheKey = meta.arg?.queryCacheKey;
      if (queryCacheKey === undefined || failedQueryRetryMs === null) return;
      if (meta.aborted || meta.condition || !isTemporary(payload)) return;
      await delay(failedQueryRetryMs);
      const query = getState().api.queries[queryCacheKey];
      // A later request of the same query has its own retries.
      if (query?.status !== QueryStatus.rejected || query.requestId !== meta.requestId) return;
      if (selectIsOffline(getState())) return;
      const { endpointName, originalArgs } = query;
      refetchIfMounted(dispatch, { endpointName, originalArgs, queryCacheKey });
    },
  });
}
