import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import type { TaskQuery } from "#contract/task.ts";
import { saveFile } from "./saveFile.ts";

/** A file that the server makes. The contract (§7) has none. */
interface ExportedFile {
  url: string;
  params?: Partial<TaskQuery>;
}

const exportsApi = callsOf("exports").injectEndpoints({
  endpoints: (build) => ({
    downloadFile: build.mutation<unknown, ExportedFile>({
      query: (file) => ({ ...file, responseHandler: saveFile }),
    }),
  }),
});

addCallTexts(exportsApi, {
  downloadFile: { success: "Export saved", serverFailure: "Failed to export" },
});

export const { useDownloadFileMutation } = exportsApi;
