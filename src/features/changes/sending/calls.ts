import { api } from "#api/api.ts";
import { busyMsOf, type CallError } from "#api/errors.ts";
import { idTag, listTag, type Tag, unlessRefused } from "#api/tags.ts";
import type { Task } from "#contract/shapes/task.ts";
import { DEFAULT_PRIORITY, type TaskStatus } from "#contract/task.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import { taskValues } from "#contract/taskFields.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { isOwnersSession } from "#features/changes/queue/owner.ts";
import { changesApi } from "#features/tasks/data/changesApi.ts";
import type { ListeningStore } from "#session/appExtra.ts";
import { selectIsAdmin } from "#session/authSlice.ts";
import { serverBusy } from "#sync/connection/connectionSlice.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { patchOf } from "./patchOf.ts";
import { readTaskNow } from "./readTaskNow.ts";
import { runningChange, type SentValue } from "./sendable.ts";

const { setStatus, patchTask, updateTask, createTask } = changesApi.endpoints;

type Store = ListeningStore<WithChanges>;

interface CallResult {
  error?: CallError;
  createdId?: string;
  etag?: string;
}

const UNTRACKED = { track: false } as const;

/**
 * Sends values of one task by the call for their kind: those of the contract (§7), and `patchTask`
 * where the server has it.
 */
export async function callFor(
  values: readonly SentValue[],
  requestId: string,
  { dispatch, getState, extra }: Store,
): Promise<CallResult> {
  const [first] = values as [SentValue];
  const { id, what, value, title, task, etag } = first;
  if (what === "new" && task) {
    const input = { description: "", priority: DEFAULT_PRIORITY, ...task, title };
    const { error, data } = await dispatch(createTask.initiate({ key: id, input }, UNTRACKED));
    return { error, ...(data && { createdId: data.id }) };
  }
  if (what === "status") {
    // Another server may refuse a field that is not in its contract. The last move wins, but not an undo.
    const isOwn = first.undoes !== undefined && selectHasExtensions(getState());
    const undo = isOwn ? { undo: true, ...(etag && { etag }) } : {};
    const call = { id, status: value as TaskStatus, requestId, ...undo };
    const { error } = await dispatch(setStatus.initiate(call, UNTRACKED));
    return { error };
  }
  const patch = patchOf(values);
  const version = etag === undefined ? {} : { etag };
  // Only ticks in a description are offered without extensions.
  if (what !== "description" || selectHasExtensions(getState())) {
    const { error, data } = await dispatch(
      patchTask.initiate({ id, patch, ...version }, UNTRACKED),
    );
    return { error, ...(data?.etag && { etag: data.etag }) };
  }
  const read = await readTaskNow(id, { dispatch, getState });
  // Another user may have signed in since, which has removed the change.
  const change = runningChange(getState(), first);
  if (!change || !isOwnersSession(getState(), extra)) return { error: NOT_SENT };
  // After a failure the data are those of an earlier read.
  if (read.error || read.data === undefined) return { error: read.error ?? NOT_SENT };
  if (!read.data) return { error: GONE };
  const { from } = change;
  const { description } = read.data;
  if (from.length > 0 && ![...from, value].includes(description)) return { error: OUTDATED };
  const input = { ...wholeTask(read.data, getState()), ...patch };
  const { error } = await dispatch(updateTask.initiate({ id, input, ...version }, UNTRACKED));
  return { error };
}

const NOT_SENT: CallError = { status: "FETCH_ERROR", error: "The task was not read" };
/** Others have changed the field. */
const OUTDATED: CallError = { status: 412, data: undefined };
/** The response has no task. */
const GONE: CallError = { status: 404, data: undefined };

/** The fields of a task to save. Only admins may send the team. */
function wholeTask(task: Task, state: WithChanges): TaskInput {
  const { team_id, ...values } = taskValues(task);
  return selectIsAdmin(state) ? { ...values, team_id } : values;
}

/** Makes the cached responses stale that a request has changed, or may have. */
export function invalidate(
  values: readonly Pick<SentValue, "id" | "what">[],
  error: CallError,
  { dispatch }: Pick<Store, "dispatch">,
): void {
  const invalid = values.flatMap(({ id, what }): readonly Tag[] => {
    // A move is shown over the cached board until a newer one arrives.
    if (what === "status") return error ? [] : ["Task", "Dashboard"];
    const task = what === "new" ? [] : [idTag("Task", id)];
    return unlessRefused(error, [...task, listTag("Task"), "Board", "Dashboard"]);
  });
  if (invalid.length > 0) dispatch(api.util.invalidateTags(invalid));
}

/** Nothing is sent until the server's pause is over. */
export function noteBusy(error: CallError, dispatch: Store["dispatch"]): void {
  const retryAfterMs = busyMsOf(error);
  if (retryAfterMs !== undefined) dispatch(serverBusy({ retryAfterMs }));
}
