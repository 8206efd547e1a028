import { toast } from "react-hot-toast/headless";
import { isGone } from "#api/errors.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { tasksApi } from "#features/tasks/data/tasksApi.ts";
import type { StartListening } from "#session/appExtra.ts";
import { isReportable } from "#sync/connection/errorSuppression.ts";

const { getTask } = tasksApi.endpoints;

/** Shows the toast of a task that could not be loaded (§8). */
export function startTasksListeners(startListening: StartListening<WithChanges>): void {
  startListening({
    matcher: getTask.matchRejected,
    effect: (action, listenerApi) => {
      if (!isReportable(action, listenerApi)) return;
      const { meta, payload } = action;
      // The page itself shows that the task doesn't exist.
      if (isGone(payload)) return;
      // The page still shows the task, and only its refetch failed.
      if (getTask.select(meta.arg.originalArgs)(listenerApi.getState()).data) return;
      toast.error("Failed to load task", { id: "task-failed" });
    },
  });
}
