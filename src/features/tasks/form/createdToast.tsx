import { createElement } from "react";
import { toast } from "react-hot-toast/headless";
import type { TaskDetail } from "#api/taskResponses.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { changesApi } from "#features/changes/sending/changesApi.ts";
import { taskCreated } from "#features/filters/filtersSlice.ts";
import { paths } from "#lib/address/paths.ts";
import type { StartListening } from "#session/appExtra.ts";
import { LinkButton } from "#ui/button/Button.tsx";
import { createMergedToast } from "#ui/toasts/mergedToast.ts";
import { ToastText, titlesLine } from "#ui/toasts/ToastText.tsx";

/** Shows the toast of a task that the form has created (§8). */
export function startCreatedListener(startListening: StartListening<WithChanges>): void {
  startListening({
    matcher: changesApi.endpoints.createTask.matchFulfilled,
    effect: ({ payload, meta }, { dispatch }) => {
      if (!meta.arg.originalArgs.isForm) return;
      dispatch(taskCreated());
      toastCreated(payload);
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
