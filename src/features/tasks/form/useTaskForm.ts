import { type SyntheticEvent, useState } from "react";
import { useSelector } from "react-redux";
import { fieldErrorsOf } from "#api/errors.ts";
import { normaliseTaskResponse, type TaskDetail } from "#api/taskResponses.ts";
import { choiceOf, type Side, undecidedFields } from "#features/tasks/conflict/conflict.ts";
import { type FieldName, isSameEdit } from "#features/tasks/conflict/mergeTask.ts";
import { startValues, type TaskFormValues } from "#features/tasks/formValues.ts";
import type { NewTaskStart } from "#lib/commands/newTask.ts";
import { today } from "#lib/dates/day.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { useDraft } from "#session/useDraft.ts";
import { useDraftForm } from "#session/useDraftForm.ts";
import { useEditing } from "./useEditing.ts";

interface Options {
  /** The initial values of a new task, in place of its draft. */
  start: NewTaskStart | undefined;
  /** After a task was created, the form keeps all fields but the texts for the next one. */
  isAnother: boolean;
  onSaved: (created: TaskDetail | null) => void;
}

/** The form of a new task, or of an edit of `task` (§4, §5, §6). */
export function useTaskForm(task: TaskDetail | undefined, { start, isAnother, onSaved }: Options) {
  const stored = useDraft(`task:${task?.id ?? "new"}`);
  const draft = start ? { ...stored, found: null } : stored;
  // A draft is merged like an edit: with the task as it was when the draft began.
  const [base] = useState(() => normaliseTaskResponse(draft.found?.base));
  const editing = useEditing(base && base.id === task?.id ? base : task);
  const { opened, conflict, isGone } = editing;
  const user = useSelector(selectStoredUser);
  const [kept, setKept] = useState<TaskFormValues | null>(null);
  const [isChoiceMissing, setChoiceMissing] = useState(false);

  const form = useDraftForm<TaskFormValues>({
    draft,
    initialValues: { ...startValues(task, user?.id), ...start },
    // Accepts the values that the task already has (§5).
    rule: ({ taskRule }) => taskRule(today(), (!isGone && opened) || null),
    validateOnBlur: true,
    async save(_values, { typed, setValues, reset }) {
      const { error, created, values } = await editing.save(typed);
      if (values !== typed) setValues(values);
      if (error) return fieldErrorsOf(error);
      if (isAnother) {
        const next = { ...typed, title: "", description: "" };
        setKept(next);
        reset(next);
        form.formProps.ref.current?.querySelector<HTMLElement>("[name='title']")?.focus();
      }
      onSaved(created);
      return undefined;
    },
    isEdited: (values) =>
      conflict !== null || !isSameEdit(values, kept ?? startValues(opened, user?.id)),
    // A draft with undecided fields must lead to the same conflict again.
    baseOf: (values) => (undecidedFields(conflict, values).length > 0 ? conflict?.base : opened),
    onDiscard: () => editing.reset(task),
  });

  function handleSubmit(event: SyntheticEvent) {
    const isUndecided = undecidedFields(conflict, form.values).length > 0;
    setChoiceMissing(isUndecided);
    if (!isUndecided) return form.formProps.onSubmit(event);
    event.preventDefault();
    form.refuse();
  }

  return {
    ...form,
    formProps: { ...form.formProps, onSubmit: handleSubmit },
    // The conflict notice already gives the details.
    isRestored: form.isRestored && conflict === null,
    user,
    /** The task that the edit is based on. */
    task: opened,
    /** The task has been deleted. The next save creates a new one. */
    isGone,
    /** The fields that another user changed to another value; null without a conflict. */
    conflictingFields: conflict?.fields ?? null,
    /** The two versions of a conflicting field, and the user's choice. */
    conflictOf: (name: FieldName) =>
      conflict?.fields.includes(name)
        ? {
            mine: conflict.mine[name],
            theirs: conflict.theirs[name],
            choice: choiceOf(conflict, form.values, name),
            isMissing: isChoiceMissing && undecidedFields(conflict, form.values).includes(name),
            choose(side: Side) {
              editing.decide(name);
              form.setValues({ ...form.values, [name]: conflict[side][name] });
            },
          }
        : null,
  };
}

export type TaskFormState = ReturnType<typeof useTaskForm>;
