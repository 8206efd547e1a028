import { toast } from "react-hot-toast/headless";
import { statusOf } from "#api/errors.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { changesApi } from "#features/changes/sending/changesApi.ts";
import { taskCreated } from "#features/filters/filtersSlice.ts";
import type { StartListening } from "#session/appExtra.ts";
import { isReportable } from "#sync/connection/errorSuppression.ts";
import { toastCreated } from "./CreatedToast.tsx";
import { tasksApi } from "./tasksApi.ts";

const { getTask } = tasksApi.endpoints;
const { createTask } = changesApi.endpoints;

/** Shows the toasts that need more than the call (§8). */
export function startTasksListeners(startListening: StartListening<WithChanges>): void {
  startListening({
    matcher: createTask.matchFulfilled,
    effect: ({ payload, meta }, { dispatch }) => {
      if (!meta.arg.originalArgs.isForm) return;
      dispatch(taskCreated());
      toastCreated(payload);
    },
  });
  startListening({
    matcher: getTask.matchRejected,
    effect: (action, listenerApi) => {
      if (!isReportable(action, listenerApi)) return;
      const { meta, payload } = action;
      // The page itself shows that the task doesn't exist.
      if (statusOf(payload) === 404) return;
      // The page still shows the task, and only its refetch failed.
      if (getTask.select(meta.arg.originalArgs)(listenerApi.getState()).data) return;
      toast.error("Failed to load task", { id: "task-failed" });
    },
  });
}
