import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { TaskDetail } from "#api/taskResponses.ts";
import * as changes from "#features/changes/laterPart.ts";
import { startTasksListeners } from "#features/tasks/tasksListeners.tsx";
import { paths } from "#lib/address/paths.ts";
import type { NewTaskStart } from "#lib/commands/newTask.ts";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { startCreatedListener } from "./createdToast.tsx";
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

/** Creates a task, or edits `task` (§2). It asks before it discards unsaved values. */
export function TaskDialog({
  mode,
  task,
  start,
  onClose,
}: {
  mode: "create" | "edit";
  task?: TaskDetail | undefined;
  /** The initial values of a new task. */
  start?: NewTaskStart | undefined;
  onClose: () => void;
}) {
  const edited = mode === "edit" ? task : undefined;
  const navigate = useNavigate();
  const [isAnother, setAnother] = useState(false);
  const form = useTaskForm(edited, { start, isAnother, onSaved: handleSaved });

  function handleSaved(created: TaskDetail | null) {
    if (isAnother) return;
    onClose();
    // The edited task was deleted and saved as a new one, so its page would show nothing.
    if (edited && created) void navigate(paths.task(created.id), { replace: true });
  }

  return (
    <FormDialog
      {...LABELS[form.isGone ? "saveAsNew" : mode]}
      size="lg"
      form={form}
      question={{ title: "Discard changes?", message: "What you entered has not been saved." }}
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
