import type { WithApi } from "#api/api.ts";
import type { StartListening } from "#session/appExtra.ts";
import { startCallToasts } from "#sync/connection/callToasts.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { importsApi } from "./importsApi.ts";

const { uploadImport, runImport, undoImport, saveReport } = importsApi.endpoints;

/** Shows toasts for failed imports. The screen itself shows their results. */
export function startImportsListeners(
  startListening: StartListening<WithApi & WithConnection>,
): void {
  startCallToasts(startListening, {
    successes: [[undoImport.matchFulfilled, "Import undone"]],
    serverFailures: [
      [uploadImport.matchRejected, "Failed to read the file"],
      [runImport.matchRejected, "Failed to import"],
      [undoImport.matchRejected, "Failed to undo the import"],
      [saveReport.matchRejected, "Failed to download the report"],
    ],
  });
}
