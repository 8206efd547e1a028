import { callsOf } from "#api/api.ts";
import { readCalls } from "#api/readCalls.ts";
import type { Task } from "#contract/task.ts";
import type { TaskBulkAction } from "./taskBulkState.ts";

export const taskBulkApi = callsOf("tasks").injectEndpoints({
  endpoints: (build) => ({
    /** Deletes or restores a task. The bulk action refetches once, at its end. */
    changeInBulk: build.mutation<unknown, { id: Task["id"]; change: TaskBulkAction }>({
      query: ({ id, change }) => {
        const { url } = readCalls.task(id);
        return change === "delete"
          ? { url, method: "DELETE" }
          : { url: `${url}/restore`, method: "POST" };
      },
    }),
  }),
});
