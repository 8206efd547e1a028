import { isFulfilled, isPending, isRejected, type UnknownAction } from "@reduxjs/toolkit";
import { api, type WithApi } from "#api/api.ts";
import { TASK_STATUSES, type Task, type TaskSummary } from "#contract/task.ts";
import { isObject } from "#lib/json.ts";
import type { CachedResponse, ChangesState } from "./change.ts";

/** A query in the cache. */
interface Query {
  endpointName: string;
  queryCacheKey: string;
  originalArgs?: unknown;
}

/** The queries that show tasks. */
const SHOWING = new Set(["getBoard", "searchTasks", "getTask"]);

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

type AnyTask = TaskSummary | Task;

/** The tasks of each response by id, because many changes look for theirs. */
const indexes = new WeakMap<object, ReadonlyMap<string, AnyTask>>();

function tasksIn(data: Record<string, unknown>): AnyTask[] {
  if (typeof data["id"] === "string") return [data as unknown as Task];
  const lists = Array.isArray(data["tasks"])
    ? [data["tasks"]]
    : TASK_STATUSES.map((status) => data[status] ?? []);
  return (lists as AnyTask[][]).flat();
}

/** A task of a response; undefined if it has none with this id. */
export function taskIn(data: unknown, id: string): AnyTask | undefined {
  if (!isObject(data)) return undefined;
  const index = indexes.get(data) ?? new Map(tasksIn(data).map((task) => [task.id, task]));
  indexes.set(data, index);
  return index.get(id);
}

/** The task in the newest cached response that has it. */
export function newestTask(
  state: WithApi & { changes: ChangesState },
  id: string,
): { task: AnyTask; requested: number } | undefined {
  let newest: { task: AnyTask; requested: number } | undefined;
  for (const [cacheKey, query] of Object.entries(state.api.queries)) {
    if (!query?.endpointName || !SHOWING.has(query.endpointName)) continue;
    const task = taskIn(query.data, id);
    const requested = state.changes.responses[cacheKey]?.requested ?? 0;
    if (task && (!newest || requested > newest.requested)) newest = { task, requested };
  }
  return newest;
}

/** The cache key of a query that left the cache. */
export const { removeQueryResult } = api.internalActions;
