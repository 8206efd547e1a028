import { callToasts } from "#sync/connection/callToasts.ts";
import { exportsApi } from "./exportsApi.ts";

const { downloadFile } = exportsApi.endpoints;

/** Shows toasts for exports, which may take minutes. */
export const startExportsListeners = callToasts({
  successes: [[downloadFile.matchFulfilled, "Export saved"]],
  serverFailures: [[downloadFile.matchRejected, "Failed to export"]],
});
