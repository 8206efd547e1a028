import { api } from "#api/api.ts";
import type { TaskQuery } from "#contract/task.ts";
import { saveFile } from "./saveFile.ts";

/** A file that the server makes. The contract (§7) has none. */
export type ExportedFile =
  | { kind: "tasks"; query: TaskQuery }
  | { kind: "everything" }
  | { kind: "own" };

function callOf(file: ExportedFile) {
  if (file.kind === "everything") return { url: "/api/export" };
  if (file.kind === "own") return { url: "/api/profile/export" };
  const { page: _page, limit: _limit, ...params } = file.query;
  return { url: "/api/tasks/export.csv", params };
}

/** Saves a file; reads a failure as JSON. The file itself stays out of the store. */
async function receive(response: Response): Promise<unknown> {
  if (!response.ok) return (await response.json()) as unknown;
  await saveFile(response);
  return null;
}

export const exportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    downloadFile: build.mutation<unknown, ExportedFile>({
      query: (file) => ({ ...callOf(file), responseHandler: receive }),
    }),
  }),
});

export const { useDownloadFileMutation } = exportsApi;
