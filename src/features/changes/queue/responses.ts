import { isFulfilled, isPending, isRejected, type UnknownAction } from "@reduxjs/toolkit";
import type { WithApi } from "#api/api.ts";
import type { Task, TaskSummary } from "#contract/shapes/task.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { isObject } from "#lib/json.ts";
import type { CachedResponse, ChangesState } from "./change.ts";

/** A query in the cache. */
interface Query {
  endpointName: string;
  queryCacheKey: string;
  originalArgs?: unknown;
}

/** The queries that show tasks. */
const SHOWING = new Set(["getBoard", "searchTasks", "getTask", "getOverdue"]);

const isShowing = ({ endpointName }: Query): boolean => SHOWING.has(endpointName);

interface QueryAction extends UnknownAction {
  meta: { requestId: string; arg: Query; condition?: boolean };
}

const queryIn = (action: UnknownAction): QueryAction | null => {
  const { meta } = action as Partial<QueryAction>;
  return isObject(meta?.arg) && "queryCacheKey" in meta.arg && isShowing(meta.arg)
    ? (action as QueryAction)
    : null;
};

const requestStarted = isPending();
const responseArrived = isFulfilled();
const requestFailed = isRejected();

/** Notes which request of a query an action begins or ends. Returns whether one has ended. */
export function noteQuery(state: ChangesState, action: UnknownAction): boolean {
  const query = queryIn(action);
  if (!query) return false;
  const { requestId, arg } = query.meta;
  if (requestStarted(action)) {
    state.clock += 1;
    state.requested[requestId] = { at: state.clock, cacheKey: arg.queryCacheKey };
    return false;
  }
  const request = state.requested[requestId];
  delete state.requested[requestId];
  if (requestFailed(action)) {
    const response = state.responses[arg.queryCacheKey];
    if (response && request) response.requestId = requestId;
    return true;
  }
  if (!responseArrived(action)) return false;
  state.responses[arg.queryCacheKey] = {
    ...responseOf(arg),
    requestId,
    requested: request?.at ?? 0,
  };
  return true;
}

const responseOf = ({ originalArgs }: Query): CachedResponse => ({
  requested: 0,
  requestId: "",
  taskId: typeof originalArgs === "string" ? originalArgs : null,
});

/**
 * The cached responses that show tasks. Those that the state of the changes doesn't know are from the
 * last visit, or arrived before its code, so they have the time 0.
 */
export function cachedResponses({ api: { queries } }: WithApi): Record<string, CachedResponse> {
  const found: Record<string, CachedResponse> = {};
  for (const [cacheKey, query] of Object.entries(queries)) {
    if (query?.data === undefined || !query.endpointName) continue;
    const { endpointName, originalArgs } = query;
    const cached = { endpointName, originalArgs, queryCacheKey: cacheKey };
    if (isShowing(cached)) found[cacheKey] = responseOf(cached);
  }
  return found;
}

/** When the response was requested that a query with this request shows. */
export function requestedAt(
  { requested, responses }: Pick<ChangesState, "requested" | "responses">,
  requestId: string | undefined,
): number {
  const cacheKey = requested[requestId ?? ""]?.cacheKey;
  if (cacheKey) return responses[cacheKey]?.requested ?? 0;
  return Object.values(responses).find((one) => one.requestId === requestId)?.requested ?? 0;
}

/** When the shown board was requested. */
export const boardRequestedAt = ({ changes }: { changes: ChangesState }): number =>
  changes.responses[BOARD_KEY]?.requested ?? 0;

const BOARD_KEY = "getBoard(undefined)";

/** A task of any response. Lists cut descriptions, and the board has none. */
export type AnyTask = TaskSummary & Partial<Task> & { assignee_name?: string };

/** The tasks of each response by id, because many changes look for theirs. */
const indexes = new WeakMap<object, ReadonlyMap<string, AnyTask>>();

/** The tasks of a response: a list, an object of lists, or a single task. */
export function tasksIn(data: unknown): AnyTask[] {
  if (Array.isArray(data)) return data as AnyTask[];
  if (!isObject(data)) return [];
  if (typeof data["id"] === "string") return [data as unknown as Task];
  const lists = Array.isArray(data["tasks"])
    ? [data["tasks"]]
    : TASK_STATUSES.map((status) => data[status] ?? []);
  return (lists as AnyTask[][]).flat();
}

/** A task of a response; undefined if it has none with this id. */
export function taskIn(data: unknown, id: string): AnyTask | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const index = indexes.get(data) ?? new Map(tasksIn(data).map((task) => [task.id, task]));
  indexes.set(data, index);
  return index.get(id);
}

interface Showing {
  data: unknown;
  requested: number;
}

/** The cached responses that show tasks, newest first. */
export const selectShowing = ({ api, changes }: WithApi & { changes: ChangesState }): Showing[] =>
  Object.entries(api.queries)
    .flatMap(([cacheKey, query]) =>
      query?.data !== undefined && query.endpointName && SHOWING.has(query.endpointName)
        ? [{ data: query.data, requested: changes.responses[cacheKey]?.requested ?? 0 }]
        : [],
    )
    .toSorted((a, b) => b.requested - a.requested);

/** The task in the newest cached response that has it, with this field. */
export function newestTask(
  state: WithApi & { changes: ChangesState },
  id: string,
  field: string = "id",
): { task: AnyTask; requested: number } | undefined {
  for (const { data, requested } of selectShowing(state)) {
    const task = taskIn(data, id);
    if (task && field in task) return { task, requested };
  }
  return undefined;
}
