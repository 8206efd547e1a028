import { callsOf } from "#api/api.ts";
import { normaliseTask } from "#api/normaliseTask.ts";
import { readCalls } from "#api/readCalls.ts";
import { listTags } from "#api/tags.ts";
import type { ListedTask, Pagination, TaskPageResponse } from "#contract/shapes/task.ts";
import { FOUND_IN, PAGE_SIZE, type TaskQuery } from "#contract/task.ts";
import { isObject, readList, textOf } from "#lib/json.ts";

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

function count(value: unknown, otherwise: number, least = 0): number {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= least
    ? number
    : otherwise;
}

function normalisePagination(raw: unknown, shown: number): Pagination {
  const fields = isObject(raw) ? raw : {};
  const limit = count(fields["limit"], PAGE_SIZE, 1);
  const total = count(fields["total"], shown);
  return {
    page: count(fields["page"], 1, 1),
    limit,
    total,
    totalPages: count(fields["totalPages"], Math.ceil(total / limit)),
    ...(fields["atLeast"] === true && { atLeast: true }),
  };
}

/** Reads a task, with the fields that only our server sends. Null without an id. */
function normaliseListed(raw: unknown): ListedTask | null {
  const task = normaliseTask(raw);
  if (!task || !isObject(raw)) return null;
  const [updated_at, excerpt] = [textOf(raw["updated_at"]), textOf(raw["excerpt"])];
  const found = FOUND_IN.find((place) => place === raw["found"]);
  return {
    ...task,
    ...(updated_at && { updated_at }),
    ...(found && { found }),
    ...(excerpt && { excerpt }),
  };
}

/** Reads the response of GET /api/tasks/search (§7): `{ tasks, pagination }`, or a bare list as the only page. */
export function normaliseTaskPage(raw: unknown): TaskPageResponse {
  const tasks = readList(raw, "tasks", normaliseListed);
  const pagination = isObject(raw) ? raw["pagination"] : undefined;
  return { tasks, pagination: normalisePagination(pagination, tasks.length) };
}
