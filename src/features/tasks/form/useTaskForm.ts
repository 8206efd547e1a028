import { type SyntheticEvent, useState } from "react";
import { useSelector } from "react-redux";
import { fieldErrorsOf } from "#api/errors.ts";
import { answerOf, openQuestions, type Side } from "#features/tasks/conflict/conflict.ts";
import { type FieldName, isSameEdit } from "#features/tasks/conflict/mergeTask.ts";
import { normaliseTaskResponse, type TaskDetail } from "#features/tasks/taskAnswers.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { useDraft } from "#session/useDraft.ts";
import { useDraftForm } from "#session/useDraftForm.ts";
import { ruleFor, startValues, type TaskFormValues } from "./taskForm.ts";
import { useEditing } from "./useEditing.ts";

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

  const form = useDraftForm<TaskFormValues>({
    draft,
    initialValues: startValues(task, user?.id),
    loadRule: async () => ruleFor(isGone ? undefined : opened),
    validateOnBlur: true,
    async save(_values, { typed, setValues }) {
      const { error, created, values } = await editing.save(typed);
      if (values !== typed) setValues(values);
      if (error) return fieldErrorsOf(error);
      onSaved(created);
      return undefined;
    },
    isEdited: (values) => conflict !== null || !isSameEdit(values, startValues(opened, user?.id)),
    // What was not decided will be asked again.
    baseOf: (values) => (openQuestions(conflict, values).length > 0 ? conflict?.base : opened),
    onDiscard: () => editing.reset(task),
  });

  function handleSubmit(event: SyntheticEvent) {
    const isUndecided = openQuestions(conflict, form.values).length > 0;
    setAsked(isUndecided);
    if (!isUndecided) return form.formProps.onSubmit(event);
    event.preventDefault();
    form.refuse();
  }

  return {
    ...form,
    formProps: { ...form.formProps, onSubmit: handleSubmit },
    // The notice of a conflict says more.
    isRestored: form.isRestored && conflict === null,
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
            isMissing: isAsked && openQuestions(conflict, form.values).includes(name),
            choose(side: Side) {
              editing.decide(name);
              form.setValues({ ...form.values, [name]: conflict[side][name] });
            },
          }
        : null,
  };
}

export type TaskFormState = ReturnType<typeof useTaskForm>;
