import { callToasts } from "#sync/connection/callToasts.ts";
import { auditApi } from "./auditApi.ts";

const { restoreTask } = auditApi.endpoints;

/** Shows toasts for the restoration of tasks. */
export const startAuditListeners = callToasts({
  successes: [[restoreTask.matchFulfilled, "Task restored"]],
  serverFailures: [[restoreTask.matchRejected, "Failed to restore task"]],
});
