import { api, type WithApi } from "#api/api.ts";
import { statusOf } from "#api/errors.ts";
import { type BulkFeature, startBulkListeners, summaryOf } from "#features/bulk/bulkListeners.ts";
import { countOf } from "#lib/formatCount.ts";
import type { StartListening } from "#session/appExtra.ts";
import { selectIsAdmin } from "#session/sessionSlice.ts";
import { taskBulk } from "./taskBulk.ts";
import { taskBulkApi } from "./taskBulkApi.ts";
import {
  selectTaskBulk,
  type TaskBulkAction,
  type TaskBulkChange,
  type WithTaskBulk,
} from "./taskBulkState.ts";

/**
 * Statuses that a retry would get again: no permission, no task, or another user's later change.
 */
const FINAL = new Set([403, 404, 412]);

function changedText(action: TaskBulkAction | null, count: number): string {
  const tasks = countOf(count, "task");
  if (action?.kind === "delete") return `${tasks} deleted`;
  if (action?.kind !== "edit") {
    return action?.of === "delete" ? `${tasks} restored` : `${tasks} changed back`;
  }
  const { field, to } = action;
  const what = `${field.charAt(0).toUpperCase()}${field.slice(1)} of ${tasks}`;
  return to === null ? `${what} removed` : `${what} changed to ${to}`;
}

/** Changes and deletes tasks. */
const taskBulkFeature: BulkFeature<WithTaskBulk & WithApi, TaskBulkAction, TaskBulkChange> = {
  bulk: taskBulk,
  select: selectTaskBulk,
  send: async ({ id, change }, { dispatch, getState }) => {
    const mayRestore = selectIsAdmin(getState());
    const call = taskBulkApi.endpoints.changeInBulk.initiate(
      { id, change, mayRestore },
      { track: false },
    );
    const { data, error } = await dispatch(call);
    return error ? { error, isFinal: FINAL.has(statusOf(error) ?? 0) } : { undo: data.undo };
  },
  failure: "Failed to change the task",
  summary: (run) => summaryOf(run, (count) => changedText(run.action, count)),
  refetch: (dispatch) =>
    void dispatch(api.util.invalidateTags(["Task", "Board", "Dashboard", "Comment"])),
};

export function startTaskBulkListeners(
  startListening: StartListening<WithTaskBulk & WithApi>,
): void {
  startBulkListeners(startListening, taskBulkFeature);
}
