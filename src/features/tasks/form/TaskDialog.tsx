import { useNavigate } from "react-router-dom";
import type { TaskDetail } from "#features/tasks/taskResponses.ts";
import { startTasksListeners } from "#features/tasks/tasksListeners.ts";
import { paths } from "#lib/paths.ts";
import { FormDialog } from "#ui/FormDialog.tsx";
import { TaskForm } from "./TaskForm.tsx";
import { useTaskForm } from "./useTaskForm.ts";

export const storeParts = { listeners: [startTasksListeners] };

const LABELS = {
  create: { title: "Create New Task", submitLabel: "Create Task", busyLabel: "Creating..." },
  edit: { title: "Edit Task", submitLabel: "Update Task", busyLabel: "Updating..." },
  saveAsNew: { title: "Edit Task", submitLabel: "Save as New Task", busyLabel: "Creating..." },
} as const;

/** Creates a task, or edits `task` (§2). It asks before it discards unsaved values. */
export function TaskDialog({
  mode,
  task,
  onClose,
}: {
  mode: "create" | "edit";
  task?: TaskDetail | undefined;
  onClose: () => void;
}) {
  const edited = mode === "edit" ? task : undefined;
  const navigate = useNavigate();
  const form = useTaskForm(edited, handleSaved);

  function handleSaved(created: TaskDetail | null) {
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
      onClose={onClose}
    >
      <TaskForm form={form} />
    </FormDialog>
  );
}
