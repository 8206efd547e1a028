import { callToasts } from "#sync/connection/callToasts.ts";
import { runTableApi } from "./runTableApi.ts";

const { saveRunTable } = runTableApi.endpoints;

/** Shows toasts for the download of a run's users as CSV. */
export const startRunTableListeners = callToasts({
  successes: [[saveRunTable.matchFulfilled, "Export saved"]],
  serverFailures: [[saveRunTable.matchRejected, "Failed to export"]],
});
