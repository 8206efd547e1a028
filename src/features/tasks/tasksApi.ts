import { api } from "#api/api.ts";
import { readCalls } from "#api/readCalls.ts";
import { changed, idTag, listTag } from "#api/tags.ts";
import type { Task, TaskInput } from "#contract/task.ts";
import { normaliseConflict, normaliseTaskResponse, type TaskDetail } from "./taskAnswers.ts";

const pathOf = (id: Task["id"]) => `/api/tasks/${encodeURIComponent(id)}`;

/** What shows tasks beside the tasks themselves. */
const ELSEWHERE = ["Board", "Dashboard"] as const;

/** `etag`: what the task was when editing began. With it, nothing that came later is overwritten. */
export type TaskUpdate = TaskInput & { id: Task["id"]; etag?: string };

/** The saved task, with the names that were known of whomever it still belongs to. */
function afterSave(task: TaskDetail, saved: TaskDetail): TaskDetail {
  const { etag: _old, ...rest } = task;
  const merged = { ...rest, ...saved };
  if (task.assignee_id !== saved.assignee_id) delete merged.assignee_name;
  if (task.team_id !== saved.team_id) delete merged.team_name;
  return merged;
}

export const tasksApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Null when the answer holds no task; a task that isn't there is an error with status 404. */
    getTask: build.query<TaskDetail | null, Task["id"]>({
      query: (id) => readCalls.task(id),
      transformResponse: normaliseTaskResponse,
      providesTags: (_task, _error, id) => [idTag("Task", id)],
    }),
    createTask: build.mutation<TaskDetail | null, TaskInput>({
      query: (body) => ({ url: "/api/tasks", method: "POST", body }),
      transformResponse: normaliseTaskResponse,
      invalidatesTags: (_task, error) => changed(error, [listTag("Task"), ...ELSEWHERE]),
    }),
    updateTask: build.mutation<TaskDetail | null, TaskUpdate>({
      query: ({ id, etag, ...body }) => ({
        url: pathOf(id),
        method: "PUT",
        body: body satisfies TaskInput,
        ...(etag && { headers: { "if-match": etag } }),
      }),
      transformResponse: normaliseTaskResponse,
      transformErrorResponse: normaliseConflict,
      // The task's page shows what was saved at once, and asks for the rest afterwards.
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        const saved = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        );
        if (!saved) return;
        dispatch(
          tasksApi.util.updateQueryData("getTask", id, (task) => task && afterSave(task, saved)),
        );
      },
      invalidatesTags: (_task, error, { id }) =>
        changed(error, [idTag("Task", id), listTag("Task"), ...ELSEWHERE]),
    }),
    /**
     * The deleted task's own entry stays as it is: asking for it again would only find nothing. That
     * is what tells, when the answer was lost, whether it is gone.
     */
    deleteTask: build.mutation<unknown, Task["id"]>({
      query: (id) => ({ url: pathOf(id), method: "DELETE" }),
      invalidatesTags: (_answer, error, id) =>
        changed(error, [listTag("Task"), ...ELSEWHERE, ...(error ? [idTag("Task", id)] : [])]),
    }),
  }),
});

export const {
  useGetTaskQuery,
  useCreateTaskMutation,
  useUpdateTaskMutation,
  useDeleteTaskMutation,
} = tasksApi;
