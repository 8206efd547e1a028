import { api } from "#api/api.ts";
import { readCalls } from "#api/readCalls.ts";
import { idTag, listTag, unlessRefused } from "#api/tags.ts";
import type { Task, TaskInput } from "#contract/task.ts";
import { normaliseConflict, normaliseTaskResponse, type TaskDetail } from "./taskResponses.ts";

const taskPath = (id: Task["id"]) => `/api/tasks/${encodeURIComponent(id)}`;

/** Other cached data that contains tasks. */
const TASK_VIEWS = ["Board", "Dashboard"] as const;

/** `etag` is the task's version when editing began. It protects later changes from being overwritten. */
export type TaskUpdate = TaskInput & { id: Task["id"]; etag?: string };

/** The saved task with the names of assignee and team, unless those have changed. */
function withKnownNames(task: TaskDetail, saved: TaskDetail): TaskDetail {
  const { etag: _old, ...rest } = task;
  const merged = { ...rest, ...saved };
  if (task.assignee_id !== saved.assignee_id) delete merged.assignee_name;
  if (task.team_id !== saved.team_id) delete merged.team_name;
  return merged;
}

export const tasksApi = api.injectEndpoints({
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
      // The task's page shows the saved values at once, before the refetch.
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        const saved = (await queryFulfilled.catch(() => null))?.data;
        if (!saved) return;
        const { updateQueryData } = tasksApi.util;
        dispatch(updateQueryData("getTask", id, (task) => task && withKnownNames(task, saved)));
      },
      invalidatesTags: (_task, error, { id }) =>
        unlessRefused(error, [idTag("Task", id), listTag("Task"), ...TASK_VIEWS]),
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

export const {
  useGetTaskQuery,
  useCreateTaskMutation,
  useUpdateTaskMutation,
  useDeleteTaskMutation,
} = tasksApi;
