import { toast } from "react-hot-toast/headless";
import type { WithApi } from "#api/api.ts";
import { serverUnreachable } from "#api/connectionEvents.ts";
import { messagesOf, statusOf } from "#api/errors.ts";
import { taskCreated } from "#features/filters/filtersSlice.ts";
import type { StartListening } from "#session/extra.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { isReportable, type RejectedCall } from "#sync/connection/errorSuppression.ts";
import { commentsApi } from "./comments/commentsApi.ts";
import { theirsIn } from "./taskAnswers.ts";
import { formNotLoaded } from "./taskEvents.ts";
import { tasksApi } from "./tasksApi.ts";

const { getTask, createTask, updateTask, deleteTask } = tasksApi.endpoints;
const { addComment } = commentsApi.endpoints;

type State = WithApi & WithConnection;

const SAVE_FAILED = "Failed to save task. Please try again.";

const SUCCESSES = [
  [createTask.matchFulfilled, "Task created successfully! ✅"],
  [updateTask.matchFulfilled, "Task updated successfully! ✅"],
  [deleteTask.matchFulfilled, "Task deleted successfully"],
  [addComment.matchFulfilled, "Comment added ✅"],
] as const;

const FAILURES = [
  [createTask.matchRejected, SAVE_FAILED],
  [updateTask.matchRejected, SAVE_FAILED],
  [deleteTask.matchRejected, "Failed to delete task"],
  [addComment.matchRejected, "Failed to add comment"],
] as const;

/** Says how the calls about a task and its comments ended (§8). */
export function startTasksListeners(startListening: StartListening<State>): void {
  startListening({
    matcher: createTask.matchFulfilled,
    effect: (_action, { dispatch }) => void dispatch(taskCreated()),
  });
  for (const [matcher, message] of SUCCESSES) {
    startListening({
      predicate: (action) => matcher(action),
      effect: () => void toast.success(message),
    });
  }
  for (const [matcher, fallback] of FAILURES) {
    startListening({
      predicate: (action) => matcher(action),
      effect: (action, listenerApi) => {
        const rejected = action as unknown as RejectedCall;
        if (!isReportable(rejected, listenerApi)) return;
        const failure = rejected.payload;
        // Somebody else's edit is merged, or asked about, where mine is being made.
        if (theirsIn(failure)) return;
        for (const message of messagesOf(failure, fallback)) toast.error(message);
      },
    });
  }
  startListening({
    matcher: getTask.matchRejected,
    effect: (action, listenerApi) => {
      if (!isReportable(action, listenerApi)) return;
      const { meta, payload } = action;
      // A task that isn't there has a page that says so.
      if (statusOf(payload) === 404) return;
      // With the task on the screen, a failed look for news is nobody's trouble.
      if (getTask.select(meta.arg.originalArgs)(listenerApi.getState()).data) return;
      toast.error("Failed to load task", { id: "task-failed" });
    },
  });
  startListening({
    actionCreator: formNotLoaded,
    effect: (_action, { dispatch }) => {
      // The connection is gone, which the shell will say, or a new version is out.
      dispatch(serverUnreachable());
      toast.error("The form could not be loaded. Try again, or reload the page.", {
        id: "form-not-loaded",
      });
    },
  });
}
