import { callsOf } from "#api/api.ts";
import { idTag } from "#api/tags.ts";
import type { Task } from "#contract/task.ts";
import type { HistoryEntry, TaskHistoryResponse } from "#contract/taskHistory.ts";

const historyApi = callsOf("tasks").injectEndpoints({
  endpoints: (build) => ({
    /**
     * Beyond §7: pages of a task's history, newest first. The cursor is the last entry of the
     * previous page.
     */
    getHistory: build.infiniteQuery<TaskHistoryResponse, Task["id"], HistoryEntry["id"]>({
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ entries, hasOlder }) => (hasOlder ? entries.at(-1)?.id : undefined),
      },
      query: ({ queryArg: id, pageParam: before }) => ({
        url: `/api/tasks/${encodeURIComponent(id)}/history`,
        params: before ? { before } : {},
      }),
      providesTags: (_pages, _error, id) => [idTag("Task", id), idTag("Comment", id)],
    }),
  }),
});

export const { useGetHistoryInfiniteQuery } = historyApi;
