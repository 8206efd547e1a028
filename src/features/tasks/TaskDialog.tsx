import { useId, useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/Button.tsx";
import { ConfirmDialog } from "#ui/ConfirmDialog.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import type { TaskDetail } from "./taskAnswers.ts";
import { TaskForm } from "./TaskForm.tsx";
import { useTaskForm } from "./useTaskForm.ts";

const WORDS = {
  create: { title: "Create New Task", save: "Create Task", saving: "Creating..." },
  edit: { title: "Edit Task", save: "Update Task", saving: "Updating..." },
  again: { title: "Edit Task", save: "Save as New Task", saving: "Creating..." },
} as const;

/**
 * Creates a task, or edits `task` (§2). What was typed survives a failed save, and is never thrown
 * away unasked.
 */
export function TaskDialog({
  mode,
  task,
  onClose,
}: {
  mode: "create" | "edit";
  task?: TaskDetail | undefined;
  onClose: () => void;
}) {
  const formId = useId();
  const edited = mode === "edit" ? task : undefined;
  const navigate = useNavigate();
  const form = useTaskForm(edited, handleSaved);
  const [leaving, setLeaving] = useState(false);
  const words = WORDS[form.isGone ? "again" : mode];

  function handleSaved(created: TaskDetail | null) {
    onClose();
    // The page of the task that is gone has nothing more to show.
    if (edited && created) void navigate(paths.task(created.id), { replace: true });
  }

  function close() {
    if (form.isSubmitting) return;
    if (form.isDirty) setLeaving(true);
    else onClose();
  }

  return (
    <>
      <Dialog
        title={words.title}
        size="lg"
        onClose={close}
        footer={
          <>
            <Button onClick={close} disabled={form.isSubmitting}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              busy={form.isSubmitting}
              disabled={form.isSubmitting}
            >
              {form.isSubmitting ? words.saving : words.save}
            </Button>
          </>
        }
      >
        <TaskForm id={formId} form={form} />
      </Dialog>
      {leaving && (
        <ConfirmDialog
          title="Discard changes?"
          message="What you entered has not been saved."
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          danger
          onConfirm={() => {
            form.restored.discard();
            onClose();
          }}
          onCancel={() => setLeaving(false)}
        />
      )}
    </>
  );
}
