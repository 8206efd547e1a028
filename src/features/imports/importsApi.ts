import type { FetchBaseQueryError } from "@reduxjs/toolkit/query/react";
import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { errorTextOf, statusOf } from "#api/errors.ts";
import { idTag, listTag, unlessRefused } from "#api/tags.ts";
import type { ImportRun } from "#contract/imports.ts";
import { jobItemId } from "#contract/inbox.ts";
import type {
  Import,
  ImportDetail,
  ImportResponse,
  ImportsResponse,
} from "#contract/shapes/imports.ts";
import { saveFile } from "#features/exports/saveFile.ts";
import { jobEndSeen } from "#features/jobs/jobState.ts";
import { formatBytes } from "#lib/text/formatBytes.ts";

/** The tags of the data that depends on an import's tasks. */
const TASKS = ["Board", "Task", "Comment", "Dashboard", "Inbox", "Audit", "Label"] as const;

/** The import in a response; null for any other response. */
const importIn = (raw: unknown): ImportDetail | null =>
  ((raw ?? {}) as Partial<ImportResponse>).import ?? null;

const pathOf = (id: string) => `/api/imports/${encodeURIComponent(id)}`;

/** A proxy that limits uploads sends these statuses, without the body of an error of our server. */
const PROXY_REFUSALS = new Set([413, 502]);

/** A proxy that lets the app's other requests pass accepts this size. */
const ALWAYS_ALLOWED_BYTES = 128 * 1024;

/** Names the proxy as the cause, and the size, if it refused an upload. */
function explainProxy(error: FetchBaseQueryError, file: File): FetchBaseQueryError {
  const status = statusOf(error) ?? 0;
  // A proxy also sends a 502 while the server is down.
  const isLimit = status === 413 || file.size > ALWAYS_ALLOWED_BYTES;
  if (!PROXY_REFUSALS.has(status) || !isLimit || errorTextOf(error) !== undefined) return error;
  const text =
    `A proxy in front of the server refused a file of ${formatBytes(file.size)} (status ${status}). ` +
    "It probably limits uploads: ask your operator to allow 33 MiB for /api/imports.";
  return { status, data: { error: text } };
}

const importsApi = callsOf("imports").injectEndpoints({
  endpoints: (build) => ({
    /** Null if the server has no imports. */
    getImports: build.query<Import[] | null, void>({
      query: () => ({ url: "/api/imports" }),
      transformResponse: (raw) => (raw as Partial<ImportsResponse> | null)?.imports ?? null,
      providesTags: [listTag("Import")],
    }),
    getImport: build.query<ImportDetail | null, string>({
      query: pathOf,
      transformResponse: importIn,
      providesTags: (_import, _error, id) => [idTag("Import", id)],
    }),
    uploadImport: build.mutation<ImportDetail | null, File>({
      query: (file) => ({
        url: "/api/imports",
        method: "POST",
        params: { name: file.name },
        headers: { "content-type": "application/octet-stream" },
        body: file,
      }),
      transformResponse: importIn,
      transformErrorResponse: (error, _meta, file) => explainProxy(error, file),
      invalidatesTags: [listTag("Import")],
    }),
    runImport: build.mutation<ImportDetail | null, ImportRun & { id: string }>({
      query: ({ id, ...body }) => ({ url: `${pathOf(id)}/run`, method: "POST", body }),
      transformResponse: importIn,
      onQueryStarted: async ({ id, dry }, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (!data) return;
        // At once: a report of an earlier mapping must not stand above the next click.
        dispatch(importsApi.util.updateQueryData("getImport", id, () => data));
        // The page shows the result.
        if (!dry) dispatch(jobEndSeen(jobItemId("import", id)));
      },
      // The import is refetched after a failure too, because some rows may have been imported.
      invalidatesTags: (_import, error, { id, dry }) => [
        idTag("Import", id),
        listTag("Import"),
        ...(dry ? [] : unlessRefused(error, TASKS)),
      ],
    }),
    undoImport: build.mutation<ImportDetail | null, string>({
      query: (id) => ({ url: `${pathOf(id)}/undo`, method: "POST" }),
      transformResponse: importIn,
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) dispatch(jobEndSeen(jobItemId("import_undo", id)));
      },
      invalidatesTags: (_import, error, id) => [
        idTag("Import", id),
        listTag("Import"),
        ...unlessRefused(error, TASKS),
      ],
    }),
    /** Saves the report as a file. The response doesn't enter the store. */
    saveReport: build.mutation<null, string>({
      query: (id) => ({ url: `${pathOf(id)}/report`, responseHandler: saveFile }),
    }),
  }),
});

// The screen itself shows the results of an import.
addCallTexts(importsApi, {
  uploadImport: { serverFailure: "Failed to read the file" },
  runImport: { serverFailure: "Failed to import" },
  undoImport: { success: "Import undone", serverFailure: "Failed to undo the import" },
  saveReport: { serverFailure: "Failed to download the report" },
});

export const {
  useGetImportsQuery,
  useGetImportQuery,
  useUploadImportMutation,
  useRunImportMutation,
  useUndoImportMutation,
  useSaveReportMutation,
} = importsApi;
