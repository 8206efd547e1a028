import { createElement } from "react";
import { toast } from "react-hot-toast/headless";
import { statusOf } from "#api/errors.ts";
import type { TaskDetail } from "#api/taskResponses.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { changesApi } from "#features/changes/sending/changesApi.ts";
import { taskCreated } from "#features/filters/filtersSlice.ts";
import { paths } from "#lib/address/paths.ts";
import type { StartListening } from "#session/appExtra.ts";
import { isReportable } from "#sync/connection/errorSuppression.ts";
import { LinkButton } from "#ui/button/Button.tsx";
import { createMergedToast } from "#ui/toasts/mergedToast.ts";
import { ToastText, titlesLine } from "#ui/toasts/ToastText.tsx";
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

type Created = Pick<TaskDetail, "id" | "title">;

const showCreated = createMergedToast<readonly Created[]>(
  (shown, added) => [...added, ...shown],
  (tasks, id) => createElement(CreatedToast, { id, tasks }),
);

/** Shows the toast of a created task (§8). The tasks that are created while it is open share it. */
function toastCreated(task: TaskDetail | null): void {
  if (task) showCreated("created", [task]);
  else toast.success(createdText(1));
}

const createdText = (count: number) =>
  `${count === 1 ? "Task" : `${count} tasks`} created successfully! ✅`;

/** The toast of created tasks. It leads to the task if there is only one. */
function CreatedToast({ id, tasks }: { id: string; tasks: readonly Created[] }) {
  const [task, second] = tasks;
  return (
    <ToastText
      text={createdText(tasks.length)}
      detail={titlesLine(tasks.map(({ title }) => title))}
      action={
        task &&
        !second && (
          <LinkButton size="sm" to={paths.task(task.id)} onClick={() => toast.dismiss(id)}>
            Open
          </LinkButton>
        )
      }
    />
  );
}
