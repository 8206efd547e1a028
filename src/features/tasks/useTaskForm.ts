import { useFormik } from "formik";
import { type FocusEvent, type SyntheticEvent, useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { type CallError, fieldErrorsOf } from "#api/errors.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { useDraft } from "#session/useDraft.ts";
import { useFormDraft } from "#session/useFormDraft.ts";
import { answerOf, openQuestions, type Side } from "./conflict.ts";
import { type FieldName, isSameEdit } from "./mergeTask.ts";
import { normaliseTaskResponse, type TaskDetail } from "./taskAnswers.ts";
import {
  complaintsAbout,
  startValues,
  type TaskFormErrors,
  type TaskFormValues,
} from "./taskForm.ts";
import { useEditing } from "./useEditing.ts";

/** What the server said about the fields of a body, which holds as long as they stay the same. */
interface Refusal {
  values: TaskFormValues;
  errors: TaskFormErrors;
}

function refusalOf(values: TaskFormValues, error: CallError): Refusal {
  const errors = fieldErrorsOf(error).map(({ param, msg }) => [param, msg]);
  return { values, errors: Object.fromEntries(errors) as TaskFormErrors };
}

/** What has to be changed, or to be chosen, before the form can be saved. */
const TROUBLE = ":is([aria-invalid='true']:not(fieldset), fieldset[aria-invalid='true'] input)";

/** Puts the focus on the first refused field; else on the button, which lost it while disabled. */
function focusTrouble(form: HTMLFormElement): void {
  const invalid = form.querySelector<HTMLElement>(TROUBLE);
  const button = Array.from(form.elements).find((one) => one.matches("[type='submit']"));
  if (invalid) invalid.focus();
  else if (button instanceof HTMLElement) button.focus();
}

/** The form of a new task, or of `task`: its values, its rules, and how it is saved (§4, §5, §6). */
export function useTaskForm(
  task: TaskDetail | undefined,
  onSaved: (created: TaskDetail | null) => void,
) {
  const draft = useDraft(`task:${task?.id ?? "new"}`);
  // The time between leaving the form and coming back to its draft is like that of an edit.
  const [base] = useState(() => normaliseTaskResponse(draft.found?.base));
  const editing = useEditing(base && base.id === task?.id ? base : task);
  const { opened, conflict, isGone } = editing;
  const user = useSelector(selectStoredUser);
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [unsaved, setUnsaved] = useState<{ element: HTMLFormElement } | null>(null);
  const [start] = useState(() => startValues(opened, user?.id));

  const form = useFormik<TaskFormValues>({
    initialValues: start,
    validate: (values) => complaintsAbout(values, (!isGone && opened) || null),
    onSubmit: async (values) => {
      const release = draft.hold();
      const result = await editing.save(values);
      const { error, created } = result;
      release(!error);
      setRefusal(error ? refusalOf(values, error) : null);
      if (result.values !== values) void form.setValues(result.values, false);
      if (!error) onSaved(created);
      return !error || result.isTold;
    },
  });

  const unedited = opened ? startValues(opened, user?.id) : start;
  const isDirty = conflict !== null || !isSameEdit(form.values, unedited);
  const questions = openQuestions(conflict, form.values);

  const restored = useFormDraft(
    draft,
    {
      ...form,
      dirty: isDirty,
      resetForm() {
        editing.reset(task);
        form.resetForm({ values: startValues(task, user?.id) });
      },
    },
    // What was not decided will be asked again.
    questions.length > 0 ? conflict?.base : opened,
  );

  useEffect(() => {
    if (unsaved) focusTrouble(unsaved.element);
  }, [unsaved]);

  async function submit(element: HTMLFormElement) {
    if (form.isSubmitting) return;
    setAsked(questions.length > 0);
    // Saved, or told by a notice that takes the focus itself.
    const isDone: unknown = questions.length === 0 && (await form.submitForm());
    if (isDone !== true) setUnsaved({ element });
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
    isDirty,
    isSubmitting: form.isSubmitting,
    /** Whether the form shows an unsaved draft, and the way back to what is saved. */
    restored,
    user,
    /** What is edited, as it is now as far as the form knows. */
    task: opened,
    /** It has been deleted: the form will create another one. */
    isGone,
    /** The fields that somebody else changed to something else; null unless somebody was here. */
    contested: conflict?.fields ?? null,
    /** The two versions of a contested field, and which of them the form holds. */
    choiceOf: (name: FieldName) =>
      conflict?.fields.includes(name)
        ? {
            mine: conflict.mine[name],
            theirs: conflict.theirs[name],
            answer: answerOf(conflict, form.values, name),
            isMissing: isAsked && questions.includes(name),
            choose(side: Side) {
              editing.decide(name);
              void form.setFieldValue(name, conflict[side][name]);
            },
          }
        : null,
    fieldProps: (name: FieldName) => ({
      ...form.getFieldProps(name),
      // While the form is on its way its fields rest: nothing typed gets lost.
      readOnly: form.isSubmitting,
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
