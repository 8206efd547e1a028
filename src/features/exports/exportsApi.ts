import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import type { TaskQuery } from "#contract/task.ts";
import { saveFile } from "./saveFile.ts";

/** A file that the server makes. The contract (§7) has none. */
type ExportedFile = { kind: "tasks"; query: TaskQuery } | { kind: "everything" } | { kind: "own" };

function callOf(file: ExportedFile) {
  if (file.kind === "everything") return { url: "/api/export" };
  if (file.kind === "own") return { url: "/api/profile/export" };
  const { page: _page, limit: _limit, ...params } = file.query;
  return { url: "/api/tasks/export.csv", params };
}

const exportsApi = callsOf("exports").injectEndpoints({
  endpoints: (build) => ({
    downloadFile: build.mutation<unknown, ExportedFile>({
      query: (file) => ({ ...callOf(file), responseHandler: saveFile }),
    }),
  }),
});

addCallTexts(exportsApi, {
  downloadFile: { success: "Export saved", serverFailure: "Failed to export" },
});

export const { useDownloadFileMutation } = exportsApi;
