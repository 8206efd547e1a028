import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router-dom";
import type { TaskDetail } from "#api/taskResponses.ts";
import { type FieldName, isSame } from "#features/tasks/conflict/mergeTask.ts";
import { startValues } from "#features/tasks/formValues.ts";
import { paths } from "#lib/address/paths.ts";
import { Button } from "#ui/button/Button.tsx";
import { SubmitButton } from "#ui/button/SubmitButton.tsx";
import { useLeaveForm } from "#ui/dialog/useLeaveForm.tsx";
import { RestoredNotice } from "#ui/page/RestoredNotice.tsx";
import type { Place } from "./LazyTaskInPlace.tsx";
import { DISCARD, storeParts as formParts } from "./TaskDialog.tsx";
import classes from "./TaskForm.module.css";
import { DescriptionField, FormNotices, TitleField } from "./TaskForm.tsx";
import { useTaskForm } from "./useTaskForm.ts";

export const storeParts = formParts;

const PLACES: readonly FieldName[] = ["title", "description"] satisfies Place[];

/**
 * Edits the title or the description of a task in its place. It is the task's form with one field: it has the
 * same draft, and the same conflicts. A draft may have changed the other text, which shows too.
 *
 * @param onForm opens the whole form, because the draft has changed other fields
 */
export function TaskInPlace({
  task,
  place,
  onForm,
  onClose,
}: {
  task: TaskDetail;
  place: Place;
  onForm: () => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const form = useTaskForm(task, {
    start: undefined,
    isAnother: false,
    onSaved(created) {
      onClose();
      // The edited task was deleted and saved as a new one, so its page would show nothing.
      if (created) void navigate(paths.task(created.id), { replace: true });
    },
  });
  const [leave, question] = useLeaveForm(form, DISCARD, onClose);
  const saved = startValues(form.task, undefined);
  const isChanged = (name: FieldName) =>
    !isSame(form.values[name], saved[name]) || form.conflictOf(name) !== null;
  const needsForm = (Object.keys(saved) as FieldName[]).some(
    (name) => !PLACES.includes(name) && isChanged(name),
  );
  const openForm = useEffectEvent(onForm);
  useEffect(() => {
    if (needsForm) openForm();
  }, [needsForm]);

  const { ref } = form.formProps;
  useEffect(() => {
    const field = ref.current?.elements.namedItem(place);
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }, [ref, place]);

  const isShown = (name: Place) => name === place || isChanged(name);
  const isAlone = !(isShown("title") && isShown("description"));
  return (
    <form {...form.formProps} className={classes.inPlace}>
      {form.isRestored && <RestoredNotice onDiscard={form.discard} />}
      <FormNotices form={form} />
      {isShown("title") && <TitleField form={form} labelHidden={isAlone} />}
      {isShown("description") && <DescriptionField form={form} labelHidden={isAlone} />}
      <div className={classes.buttons}>
        <Button size="sm" disabled={form.isSubmitting} onClick={leave}>
          Cancel
        </Button>
        <SubmitButton
          size="sm"
          label={form.isGone ? "Save as New Task" : "Save"}
          busyLabel={form.isGone ? "Creating..." : "Saving..."}
          busy={form.isSubmitting}
        />
      </div>
      {question}
    </form>
  );
}
