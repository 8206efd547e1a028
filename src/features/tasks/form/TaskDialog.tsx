import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useNavigate } from "react-router-dom";
import type { TaskDetail } from "#api/taskResponses.ts";
import * as changes from "#features/changes/laterPart.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { filtersEvent } from "#features/filters/filtersSlice.ts";
import { changesApi } from "#features/tasks/data/changesApi.ts";
import { startTasksListeners } from "#features/tasks/tasksListeners.tsx";
import { paths } from "#lib/address/paths.ts";
import type { NewTaskStart } from "#lib/commands/newTask.ts";
import type { StartListening } from "#session/appExtra.ts";
import { LinkButton } from "#ui/button/Button.tsx";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { aboutSubjects } from "#ui/toasts/aboutSubjects.tsx";
import { showMergedToast } from "#ui/toasts/mergedToast.ts";
import classes from "./TaskForm.module.css";
import { TaskForm } from "./TaskForm.tsx";
import { useTaskForm } from "./useTaskForm.ts";

/** The form's request is one of the queue's. */
export const storeParts = {
  ...changes.storeParts,
  listeners: [...changes.storeParts.listeners, startTasksListeners, startCreatedListener],
};

const LABELS = {
  create: { title: "Create New Task", submitLabel: "Create Task", busyLabel: "Creating..." },
  edit: { title: "Edit Task", submitLabel: "Update Task", busyLabel: "Updating..." },
  saveAsNew: { title: "Edit Task", submitLabel: "Save as New Task", busyLabel: "Creating..." },
} as const;

/** The question before unsaved values are discarded. */
export const DISCARD = {
  title: "Discard changes?",
  message: "What you entered has not been saved.",
};

/**
 * Creates a task, or edits `task` (§2). It asks before it discards unsaved values, but not about one word
 * that was typed by accident.
 */
export function TaskDialog({
  mode,
  task,
  start,
  isByKey = false,
  onClose,
}: {
  mode: "create" | "edit";
  task?: TaskDetail | undefined;
  /** The initial values of a new task. */
  start?: NewTaskStart | undefined;
  /** Whether a single letter has opened it. */
  isByKey?: boolean;
  onClose: () => void;
}) {
  const edited = mode === "edit" ? task : undefined;
  const navigate = useNavigate();
  const [isAnother, setAnother] = useState(false);
  const form = useTaskForm(edited, { start, isAnother, onSaved: handleSaved });

  const offered = form.line?.offered.length ?? 0;

  function handleSaved(created: TaskDetail | null) {
    if (isAnother) return;
    onClose();
    // The edited task was deleted and saved as a new one, so its page would show nothing.
    if (edited && created) void navigate(paths.task(created.id), { replace: true });
  }

  return (
    <FormDialog
      {...LABELS[form.isGone ? "saveAsNew" : mode]}
      {...(offered > 1 && { submitLabel: `Create ${offered} tasks` })}
      size="lg"
      form={form}
      question={isByKey && form.isOneWord ? undefined : DISCARD}
      extra={
        mode === "create" && (
          <label className={classes.another}>
            <input
              type="checkbox"
              checked={isAnother}
              onChange={({ target }) => setAnother(target.checked)}
            />
            Create another
          </label>
        )
      }
      onClose={onClose}
    >
      <TaskForm form={form} />
    </FormDialog>
  );
}

/** Shows the toast of a task that the form has created (§8). */
function startCreatedListener(startListening: StartListening<WithChanges>): void {
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
