import { isAnyOf } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import { busyMsOf, statusOf } from "#api/errors.ts";
import type { WithChanges } from "#features/changes/change.ts";
import { taskCreated } from "#features/filters/filtersSlice.ts";
import type { StartListening } from "#session/appExtra.ts";
import { callToasts } from "#sync/connection/callToasts.ts";
import { isReportable } from "#sync/connection/errorSuppression.ts";
import { toastCreated } from "./CreatedToast.tsx";
import { commentsApi } from "./comments/commentsApi.ts";
import { theirsIn } from "./taskResponses.ts";
import { tasksApi } from "./tasksApi.ts";

const { getTask, createTask, updateTask, deleteTask } = tasksApi.endpoints;
const { addComment, editComment, deleteComment } = commentsApi.endpoints;

const SAVE_FAILED = "Failed to save task. Please try again.";

/** Shows toasts for the calls about tasks and comments (§8). */
export function startTasksListeners(startListening: StartListening<WithChanges>): void {
  startListening({
    matcher: createTask.matchFulfilled,
    effect: ({ payload }, { dispatch }) => {
      dispatch(taskCreated());
      toastCreated(payload);
    },
  });
  callToasts({
    successes: [
      [deleteTask.matchFulfilled, "Task deleted successfully"],
      [addComment.matchFulfilled, "Comment added ✅"],
      [editComment.matchFulfilled, "Comment updated"],
      [deleteComment.matchFulfilled, "Comment deleted"],
    ],
    serverFailures: [
      // The form merges another user's edit, or lets the user choose. A busy server gets it again.
      [
        (call) =>
          isAnyOf(createTask.matchRejected, updateTask.matchRejected)(call) &&
          !theirsIn(call.payload) &&
          busyMsOf(call.payload) === undefined,
        SAVE_FAILED,
      ],
      [deleteTask.matchRejected, "Failed to delete task"],
      [addComment.matchRejected, "Failed to add comment"],
      [editComment.matchRejected, "Failed to update comment"],
      [deleteComment.matchRejected, "Failed to delete comment"],
    ],
  })(startListening);
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
