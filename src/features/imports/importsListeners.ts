import { callToasts } from "#sync/connection/callToasts.ts";
import { importsApi } from "./importsApi.ts";

const { uploadImport, runImport, undoImport, saveReport } = importsApi.endpoints;

/** Shows toasts for failed imports. The screen itself shows their results. */
export const startImportsListeners = callToasts({
  successes: [[undoImport.matchFulfilled, "Import undone"]],
  serverFailures: [
    [uploadImport.matchRejected, "Failed to read the file"],
    [runImport.matchRejected, "Failed to import"],
    [undoImport.matchRejected, "Failed to undo the import"],
    [saveReport.matchRejected, "Failed to download the report"],
  ],
});
