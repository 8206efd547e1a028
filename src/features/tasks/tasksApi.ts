import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { busyMsOf, type CallError } from "#api/errors.ts";
import { readCalls } from "#api/readCalls.ts";
import { idTag, listTag, unlessRefused } from "#api/tags.ts";
import type { Task, TaskInput } from "#contract/task.ts";
import {
  normaliseConflict,
  normaliseTaskResponse,
  type TaskDetail,
  theirsIn,
} from "./taskResponses.ts";

const taskPath = (id: Task["id"]) => `/api/tasks/${encodeURIComponent(id)}`;

/** Other cached data that contains tasks. */
const TASK_VIEWS = ["Board", "Dashboard"] as const;

/** `etag`: the version of the task when editing began, which protects later changes. */
export type TaskUpdate = TaskInput & { id: Task["id"]; etag?: string };

/** The tags of what shows a saved task. */
const savedTags = (id: Task["id"]) => [idTag("Task", id), listTag("Task"), ...TASK_VIEWS];

export const tasksApi = callsOf("tasks").injectEndpoints({
  endpoints: (build) => ({
    /** Null for a response without a task. A task that doesn't exist is a 404 error. */
    getTask: build.query<TaskDetail | null, Task["id"]>({
      query: (id) => readCalls.task(id),
      transformResponse: normaliseTaskResponse,
      providesTags: (_task, _error, id) => [idTag("Task", id)],
    }),
    createTask: build.mutation<TaskDetail | null, TaskInput>({
      query: (body) => ({ url: "/api/tasks", method: "POST", body }),
      transformResponse: normaliseTaskResponse,
      invalidatesTags: (_task, error) => unlessRefused(error, [listTag("Task"), ...TASK_VIEWS]),
    }),
    updateTask: build.mutation<TaskDetail | null, TaskUpdate>({
      query: ({ id, etag, ...body }) => ({
        url: taskPath(id),
        method: "PUT",
        body: body satisfies TaskInput,
        ...(etag && { headers: { "if-match": etag } }),
      }),
      transformResponse: normaliseTaskResponse,
      transformErrorResponse: normaliseConflict,
      // A saved task is shown over the cached responses first (`saveTask`).
      invalidatesTags: (_task, error, { id }) => (error ? unlessRefused(error, savedTags(id)) : []),
    }),
    /** Refetches the deleted task only if the outcome is unknown. Otherwise it would be a 404. */
    deleteTask: build.mutation<unknown, Task["id"]>({
      query: (id) => ({ url: taskPath(id), method: "DELETE" }),
      invalidatesTags: (_response, error, id) =>
        unlessRefused(error, [
          listTag("Task"),
          ...TASK_VIEWS,
          "Inbox",
          ...(error ? [idTag("Task", id)] : []),
        ]),
    }),
  }),
});

/** The form merges another user's edit, or lets the user choose. A busy server gets it again. */
const saveFailure = (_task: unknown, error: CallError): string | null =>
  theirsIn(error) || busyMsOf(error) !== undefined
    ? null
    : "Failed to save task. Please try again.";

addCallTexts(tasksApi, {
  createTask: { serverFailure: saveFailure },
  updateTask: { serverFailure: saveFailure },
  deleteTask: { success: "Task deleted successfully", serverFailure: "Failed to delete task" },
});

export const {
  useGetTaskQuery,
  useCreateTaskMutation,
  useUpdateTaskMutation,
  useDeleteTaskMutation,
} = tasksApi;
