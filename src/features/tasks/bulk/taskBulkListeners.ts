import { api, type WithApi } from "#api/api.ts";
import { statusOf } from "#api/errors.ts";
import { type BulkFeature, startBulkListeners, summaryOf } from "#features/bulk/bulkListeners.ts";
import { countOf } from "#lib/formatCount.ts";
import type { StartListening } from "#session/appExtra.ts";
import { selectIsAdmin } from "#session/sessionSlice.ts";
import { taskBulk } from "./taskBulk.ts";
import { taskBulkApi } from "./taskBulkApi.ts";
import { selectTaskBulk, type TaskBulkAction, type WithTaskBulk } from "./taskBulkState.ts";

/** Statuses that a retry would get again: no permission, or no task. */
const FINAL = new Set([403, 404]);

/** Deletes and restores tasks. */
const taskBulkFeature: BulkFeature<WithTaskBulk & WithApi, TaskBulkAction, TaskBulkAction> = {
  bulk: taskBulk,
  select: selectTaskBulk,
  send: async ({ id, change }, { dispatch, getState }) => {
    const call = taskBulkApi.endpoints.changeInBulk.initiate({ id, change }, { track: false });
    const { error } = await dispatch(call);
    if (error) return { error, isFinal: FINAL.has(statusOf(error) ?? 0) };
    // Only admins may restore tasks.
    return { undo: change === "delete" && selectIsAdmin(getState()) ? "restore" : null };
  },
  failure: "Failed to change the task",
  summary: (run) =>
    summaryOf(
      run,
      (count) => `${countOf(count, "task")} ${run.action === "delete" ? "deleted" : "restored"}`,
    ),
  refetch: (dispatch) =>
    void dispatch(api.util.invalidateTags(["Task", "Board", "Dashboard", "Comment"])),
};

export function startTaskBulkListeners(
  startListening: StartListening<WithTaskBulk & WithApi>,
): void {
  startBulkListeners(startListening, taskBulkFeature);
}
