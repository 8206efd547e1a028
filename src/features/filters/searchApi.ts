import { callsOf } from "#api/api.ts";
import { readCalls } from "#api/readCalls.ts";
import { listTags } from "#api/tags.ts";
import type { TaskPageResponse, TaskQuery } from "#contract/task.ts";
import { normaliseTaskPage } from "./normaliseTaskPage.ts";

export const searchApi = callsOf("tasks").injectEndpoints({
  endpoints: (build) => ({
    searchTasks: build.query<TaskPageResponse, TaskQuery>({
      query: (query) => readCalls.search(query),
      transformResponse: normaliseTaskPage,
      providesTags: (page) => listTags("Task", page?.tasks),
    }),
  }),
});

export const { useSearchTasksQuery } = searchApi;
