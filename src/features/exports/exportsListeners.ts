import type { WithApi } from "#api/api.ts";
import type { StartListening } from "#session/appExtra.ts";
import { startCallToasts } from "#sync/connection/callToasts.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { exportsApi } from "./exportsApi.ts";

const { downloadFile } = exportsApi.endpoints;

/** Shows toasts for exports, which may take minutes. */
export function startExportsListeners(
  startListening: StartListening<WithApi & WithConnection>,
): void {
  startCallToasts(startListening, {
    successes: [[downloadFile.matchFulfilled, "Export saved"]],
    serverFailures: [[downloadFile.matchRejected, "Failed to export"]],
  });
}
