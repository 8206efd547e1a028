import type { WithApi } from "#api/api.ts";
import type { StartListening } from "#session/appExtra.ts";
import { startCallToasts } from "#sync/connection/callToasts.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { auditApi } from "./auditApi.ts";

const { restoreTask } = auditApi.endpoints;

/** Shows toasts for the restoration of tasks. */
export function startAuditListeners(
  startListening: StartListening<WithApi & WithConnection>,
): void {
  startCallToasts(startListening, {
    successes: [[restoreTask.matchFulfilled, "Task restored"]],
    serverFailures: [[restoreTask.matchRejected, "Failed to restore task"]],
  });
}
