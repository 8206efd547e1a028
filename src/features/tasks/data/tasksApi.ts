import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { readCalls } from "#api/readCalls.ts";
import { idTag, listTag, unlessRefused } from "#api/tags.ts";
import { normaliseTaskResponse, type TaskDetail } from "#api/taskResponses.ts";
import type { Task } from "#contract/shapes/task.ts";

const taskPath = (id: Task["id"]) => `/api/tasks/${encodeURIComponent(id)}`;

/** Other cached data that contains tasks. */
const TASK_VIEWS = ["Board", "Dashboard"] as const;

export const tasksApi = callsOf("tasks").injectEndpoints({
  endpoints: (build) => ({
    /** Null for a response without a task. A task that doesn't exist is a 404 error. */
    getTask: build.query<TaskDetail | null, Task["id"]>({
      query: (id) => readCalls.task(id),
      transformResponse: normaliseTaskResponse,
      providesTags: (_task, _error, id) => [idTag("Task", id)],
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

addCallTexts(tasksApi, {
  deleteTask: { success: "Task deleted successfully", serverFailure: "Failed to delete task" },
});

export const { useGetTaskQuery, useDeleteTaskMutation } = tasksApi;
