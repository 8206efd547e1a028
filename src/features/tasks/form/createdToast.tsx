import { toast } from "react-hot-toast/headless";
import type { TaskDetail } from "#api/taskResponses.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { changesApi } from "#features/changes/sending/changesApi.ts";
import { filtersEvent } from "#features/filters/filtersSlice.ts";
import { paths } from "#lib/address/paths.ts";
import type { StartListening } from "#session/appExtra.ts";
import { LinkButton } from "#ui/button/Button.tsx";
import { aboutSubjects } from "#ui/toasts/aboutSubjects.tsx";
import { showMergedToast } from "#ui/toasts/mergedToast.ts";

/** Shows the toast of a task that the form has created (§8). */
export function startCreatedListener(startListening: StartListening<WithChanges>): void {
  startListening({
    matcher: changesApi.endpoints.createTask.matchFulfilled,
    effect: ({ payload, meta }, { dispatch }) => {
      if (!meta.arg.originalArgs.isForm) return;
      dispatch(filtersEvent({ type: "taskCreated" }));
      toastCreated(payload);
    },
  });
}

const createdText = (count: number) =>
  `${count === 1 ? "Task" : `${count} tasks`} created successfully! ✅`;

/**
 * Shows the toast of a created task (§8). The tasks that are created while it is open share it. It leads to
 * the task if there is only one.
 */
function toastCreated(task: TaskDetail | null): void {
  if (!task) return void toast.success(createdText(1));
  return showMergedToast({
    key: "created",
    subjects: [task],
    message: aboutSubjects(
      ({ length }) => createdText(length),
      ([{ id } = task, ...others], toastId) =>
        others.length === 0 && (
          <LinkButton size="sm" to={paths.task(id)} onClick={() => toast.dismiss(toastId)}>
            Open
          </LinkButton>
        ),
    ),
  });
}
