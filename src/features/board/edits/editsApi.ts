import { api } from "#api/api.ts";
import { normaliseTask } from "#api/normaliseTask.ts";
import { readCalls } from "#api/readCalls.ts";
import { idTag, listTag, unlessRefused } from "#api/tags.ts";
import type { Task, TaskPatch } from "#contract/task.ts";
import { isObject } from "#lib/json.ts";

const readTask = (raw: unknown): Task | null =>
  normaliseTask(isObject(raw) && "task" in raw ? raw["task"] : raw);

/** `at` is the `WantedValue.at` of the pending edit that the call sends, if it sends one. */
export interface PatchCall {
  id: Task["id"];
  patch: TaskPatch;
  at?: number;
}

export const editsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Beyond §7: changes some fields of a task. */
    patchTask: build.mutation<Task | null, PatchCall>({
      query: ({ id, patch }) => ({ ...readCalls.task(id), method: "PATCH", body: patch }),
      transformResponse: readTask,
      invalidatesTags: (_task, error, { id }) =>
        unlessRefused(error, [idTag("Task", id), listTag("Task"), "Board", "Dashboard"]),
    }),
    /** Reads a task whose edit got no response. */
    readEdited: build.query<Task | null, Task["id"]>({
      query: (id) => readCalls.task(id),
      transformResponse: readTask,
      keepUnusedDataFor: 0,
    }),
  }),
});
