import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { idTag, unlessRefused } from "#api/tags.ts";
import type { FilePatch } from "#contract/file.ts";
import type {
  FileAddressResponse,
  FileResponse,
  FilesResponse,
  TaskFile,
  UploadResponse,
} from "#contract/shapes/file.ts";
import { API_BASE } from "#lib/env.ts";

/** A file of a task; `name` is for messages. */
export interface FileKey {
  taskId: string;
  id: string;
  name: string;
}

const taskPath = (taskId: string) => `/api/tasks/${encodeURIComponent(taskId)}`;
const pathOf = ({ taskId, id }: Omit<FileKey, "name">) =>
  `${taskPath(taskId)}/files/${encodeURIComponent(id)}`;

/** An address that the server has made, which begins with its base path. */
const whole = (url: string): string => new URL(url, API_BASE).href;

/** What a change of a task's files makes stale: its files and history, and its card's number of files. */
export const filesTags = (taskId: string) => [idTag("Task", taskId), "Board", "Activity"] as const;

/** Beyond §7: the files of tasks. */
export const filesApi = callsOf("files").injectEndpoints({
  endpoints: (build) => ({
    getFiles: build.query<FilesResponse, string>({
      query: (taskId) => `${taskPath(taskId)}/files`,
      // A change of its files is a change of the task.
      providesTags: (_files, _error, taskId) => [idTag("Task", taskId)],
    }),
    /** Where this session can read a file without a token, for a minute. */
    getFileAddress: build.mutation<string, FileKey>({
      query: (key) => `${pathOf(key)}/address`,
      transformResponse: ({ url }: FileAddressResponse) => whole(url),
    }),
    changeFile: build.mutation<TaskFile, FileKey & { patch: FilePatch }>({
      query: ({ patch, ...key }) => ({ url: pathOf(key), method: "PATCH", body: patch }),
      transformResponse: ({ file }: FileResponse) => file,
      // The form closes as soon as the response arrives.
      onQueryStarted: async ({ taskId, id }, { dispatch, queryFulfilled }) => {
        const saved = (await queryFulfilled.catch(() => null))?.data;
        if (!saved) return;
        dispatch(
          filesApi.util.updateQueryData("getFiles", taskId, ({ files }) => {
            Object.assign(files.find((file) => file.id === id) ?? {}, saved);
          }),
        );
      },
      invalidatesTags: (_file, error, { taskId }) => unlessRefused(error, filesTags(taskId)),
    }),
    deleteFile: build.mutation<unknown, FileKey>({
      query: (key) => ({ url: pathOf(key), method: "DELETE" }),
      // Refetches after a 404, too: another user has deleted the file.
      invalidatesTags: (_response, _error, { taskId }) => filesTags(taskId),
    }),
    restoreFile: build.mutation<unknown, FileKey>({
      query: (key) => ({ url: `${pathOf(key)}/restore`, method: "POST" }),
      invalidatesTags: (_response, error, { taskId }) => unlessRefused(error, filesTags(taskId)),
    }),
    /** Begins an upload. The response has its address. */
    beginUpload: build.mutation<string, { taskId: string; name: string; size: number }>({
      query: ({ taskId, name, size }) => ({
        url: `${taskPath(taskId)}/uploads`,
        method: "POST",
        headers: { "upload-length": String(size), "upload-metadata": `filename ${base64(name)}` },
      }),
      transformResponse: ({ upload }: UploadResponse) => whole(upload.url),
    }),
    /** The number of bytes that have arrived. */
    getOffset: build.mutation<number, string>({
      query: (url) => url,
      transformResponse: ({ upload }: UploadResponse) => upload.offset,
    }),
    sendBytes: build.mutation<unknown, { url: string; offset: number; bytes: ArrayBuffer }>({
      query: ({ url, offset, bytes }) => ({
        url,
        method: "PATCH",
        headers: {
          "content-type": "application/offset+octet-stream",
          "upload-offset": String(offset),
        },
        body: bytes,
      }),
    }),
    cancelUpload: build.mutation<unknown, string>({
      query: (url) => ({ url, method: "DELETE" }),
    }),
  }),
});

function base64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

addCallTexts(filesApi, {
  getFileAddress: { serverFailure: "Failed to download the file" },
  changeFile: { serverFailure: "Failed to rename the file" },
  deleteFile: {
    success: "File deleted",
    undo: (key) => ({
      title: key.name,
      undo: (dispatch) => void dispatch(filesApi.endpoints.restoreFile.initiate(key)),
    }),
    serverFailure: "Failed to delete the file",
  },
  restoreFile: { success: "File restored", serverFailure: "Failed to restore the file" },
});

export const {
  useGetFilesQuery,
  useGetFileAddressMutation,
  useChangeFileMutation,
  useDeleteFileMutation,
} = filesApi;
