import { useFormik } from "formik";
import { type FocusEvent, type SyntheticEvent, useEffect, useState } from "react";
import { useSelector } from "react-redux";
import type { Task } from "#contract/task.ts";
import { type CallError, fieldErrorsOf } from "#api/errors.ts";
import { selectIsAdmin, selectStoredUser } from "#features/auth/sessionSlice.ts";
import { useDraft } from "#features/auth/useDraft.ts";
import { useFormDraft } from "#features/auth/useFormDraft.ts";
import { normaliseTaskResponse } from "./taskAnswers.ts";
import {
  complaintsAbout,
  startValues,
  type TaskFormErrors,
  type TaskFormValues,
  toTaskInput,
} from "./taskForm.ts";
import { useCreateTaskMutation, useUpdateTaskMutation } from "./tasksApi.ts";

type FieldName = keyof TaskFormValues;

/** What the server said about the fields of a body, which holds as long as they stay the same. */
interface Refusal {
  values: TaskFormValues;
  errors: TaskFormErrors;
}

function refusalOf(values: TaskFormValues, error: CallError): Refusal {
  const errors = fieldErrorsOf(error).map(({ param, msg }) => [param, msg]);
  return { values, errors: Object.fromEntries(errors) as TaskFormErrors };
}

/** Puts the focus on the first refused field; else on the button, which lost it while disabled. */
function focusTrouble(form: HTMLFormElement): void {
  const invalid = form.querySelector<HTMLElement>("[aria-invalid='true']");
  const button = Array.from(form.elements).find((one) => one.matches("[type='submit']"));
  if (invalid) invalid.focus();
  else if (button instanceof HTMLElement) button.focus();
}

/** The form of a new task, or of `task`: its values, its rules, and how it is saved (§4, §5, §6). */
export function useTaskForm(task: Task | undefined, onSaved: () => void) {
  const draft = useDraft(`task:${task?.id ?? "new"}`);
  // A refetch while the form is open must not move the ground under it; nor must the time between
  // leaving the form and coming back to its draft.
  const [opened, setOpened] = useState(() => {
    const base = normaliseTaskResponse(draft.found?.base);
    return base && base.id === task?.id ? base : task;
  });
  const user = useSelector(selectStoredUser);
  const isAdmin = useSelector(selectIsAdmin);
  const [createTask] = useCreateTaskMutation();
  const [updateTask] = useUpdateTaskMutation();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [unsaved, setUnsaved] = useState<{ element: HTMLFormElement } | null>(null);
  const [start] = useState(() => startValues(opened, user?.id));

  const form = useFormik<TaskFormValues>({
    initialValues: start,
    validate: (values) => complaintsAbout(values, opened?.due_date ?? null),
    onSubmit: async (values) => {
      const mode = opened ? "edit" : "create";
      const input = toTaskInput(values, { mode, isAdmin });
      const release = draft.hold();
      const { error } = opened
        ? await updateTask({ id: opened.id, ...input })
        : await createTask(input);
      release(!error);
      setRefusal(error ? refusalOf(values, error) : null);
      if (!error) onSaved();
      return !error;
    },
  });

  const restored = useFormDraft(
    draft,
    {
      ...form,
      resetForm() {
        setOpened(task);
        form.resetForm({ values: startValues(task, user?.id) });
      },
    },
    opened,
  );

  useEffect(() => {
    if (unsaved) focusTrouble(unsaved.element);
  }, [unsaved]);

  async function submit(element: HTMLFormElement) {
    if (form.isSubmitting) return;
    const saved: unknown = await form.submitForm();
    if (saved !== true) setUnsaved({ element });
  }

  return {
    formProps: {
      noValidate: true,
      onSubmit: (event: SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      },
    },
    values: form.values,
    isDirty: form.dirty,
    isSubmitting: form.isSubmitting,
    /** Whether the form shows an unsaved draft, and the way back to what is saved. */
    restored,
    isAdmin,
    user,
    fieldProps: (name: FieldName) => ({
      ...form.getFieldProps(name),
      onBlur: (event: FocusEvent) => {
        // A complaint that appears would move the button away from under the click.
        if (!(event.relatedTarget instanceof HTMLButtonElement)) form.handleBlur(event);
      },
    }),
    errorOf: (name: FieldName): string | undefined => {
      const own = form.touched[name] ? form.errors[name] : undefined;
      const still = refusal?.values[name] === form.values[name];
      return own ?? (still ? refusal?.errors[name] : undefined);
    },
  };
}

export type TaskFormState = ReturnType<typeof useTaskForm>;
