import { type SyntheticEvent, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { type CallError, fieldErrorsOf, isGone as isMissing } from "#api/errors.ts";
import { normaliseTaskResponse, type TaskDetail, theirsIn } from "#api/taskResponses.ts";
import { SET_FIELDS } from "#contract/taskFields.ts";
import { submitForm } from "#features/changes/actions/submitForm.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import {
  type Conflict,
  choiceOf,
  type FieldName,
  isSameEdit,
  type Side,
  saveEdit,
  undecidedFields,
} from "#features/tasks/conflict/mergeTask.ts";
import { startValues, type TaskFormValues, toTaskInput } from "#features/tasks/formValues.ts";
import type { NewTaskStart } from "#lib/commands/newTask.ts";
import { today } from "#lib/dates/day.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { selectIsAdmin, selectStoredUser } from "#session/authSlice.ts";
import { useDraft } from "#session/useDraft.ts";
import { type DraftForm, useDraftForm } from "#session/useDraftForm.ts";
import { useTitleLine } from "./useTitleLine.ts";

/** The result of a save, with the values that the form must show now. */
interface SaveResult {
  error: CallError;
  created: TaskDetail | null;
  values: TaskFormValues;
}

/**
 * Saves a new task, or an edit of `base`. Edits of other users are merged on save. If they
 * contradict this edit, the user must choose.
 */
function useEditing(base: TaskDetail | undefined) {
  // A refetch must not replace the base of an open edit.
  const [opened, setOpened] = useState(base);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isGone, setGone] = useState(false);
  const isAdmin = useSelector(selectIsAdmin);
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();

  async function create(values: TaskFormValues): Promise<SaveResult> {
    const input = toTaskInput(values, { mode: "create", isAdmin });
    const { error, task } = await dispatch(submitForm(null, input));
    return { error, created: task, values };
  }

  async function update(base: TaskDetail, values: TaskFormValues): Promise<SaveResult> {
    const { error, rebased } = await saveEdit({ base, values }, async (edit) => {
      const input = toTaskInput(edit.values, { mode: "edit", isAdmin, before: edit.base });
      return await dispatch(submitForm(edit.base, input));
    });
    const theirs = theirsIn(error);
    if (rebased && error) {
      setOpened(rebased.base);
      setConflict(
        theirs && {
          base,
          mine: rebased.values,
          theirs: startValues(rebased.base, undefined),
          fields: rebased.conflicts,
          chosen: [],
        },
      );
    }
    if (isMissing(error)) setGone(true);
    return { error, created: null, values: rebased?.values ?? values };
  }

  return {
    /** The task that the edit is based on. A merge moves it to the other users' version. */
    opened,
    /** The task has been deleted. The next save creates a new one. */
    isGone,
    conflict,
    save: (values: TaskFormValues) => (opened && !isGone ? update(opened, values) : create(values)),
    /** The user chose a version of this field. */
    decide: (name: FieldName) =>
      setConflict((before) => before && { ...before, chosen: [...before.chosen, name] }),
    /** Starts again from `task`. */
    reset(task: TaskDetail | undefined) {
      setOpened(task);
      setConflict(null);
    },
  };
}

/** The user's choice between both versions of each field in conflict. */
function useConflictChoice(
  { values, setValues }: Pick<DraftForm<TaskFormValues>, "values" | "setValues">,
  { conflict, decide }: Pick<ReturnType<typeof useEditing>, "conflict" | "decide">,
) {
  const [isSubmitted, setSubmitted] = useState(false);
  const undecided = undecidedFields(conflict, values);
  return {
    /** Whether a choice is missing when the form is submitted. */
    isMissing(): boolean {
      setSubmitted(undecided.length > 0);
      return undecided.length > 0;
    },
    /** The two versions of a conflicting field, and the user's choice. */
    conflictOf: (name: FieldName) =>
      conflict?.fields.includes(name)
        ? {
            mine: conflict.mine[name],
            theirs: conflict.theirs[name],
            choice: choiceOf(conflict, values, name),
            isMissing: isSubmitted && undecided.includes(name),
            choose(side: Side) {
              decide(name);
              setValues({ ...values, [name]: conflict[side][name] });
            },
          }
        : null,
  };
}

interface Options {
  /** The initial values of a new task, in place of its draft. */
  start: NewTaskStart | undefined;
  /** After a task was created, the form keeps all fields but the texts for the next one. */
  isAnother: boolean;
  onSaved: (created: TaskDetail | null) => void;
}

/** The form of a new task, or of an edit of `task` (§4, §5, §6). */
export function useTaskForm(task: TaskDetail | undefined, { start, isAnother, onSaved }: Options) {
  const { isPlain, ...initial } = start ?? {};
  const stored = useDraft(`task:${task?.id ?? "new"}`);
  const draft = start ? { ...stored, found: null } : stored;
  // A draft is merged like an edit: with the task as it was when the draft began.
  const [base] = useState(() => normaliseTaskResponse(draft.found?.base));
  const editing = useEditing(base && base.id === task?.id ? base : task);
  const { opened, conflict, isGone } = editing;
  const user = useSelector(selectStoredUser);
  const [kept, setKept] = useState<TaskFormValues | null>(null);

  const form = useDraftForm<TaskFormValues>({
    draft,
    initialValues: { ...startValues(task, user?.id), ...initial },
    // Accepts the values that the task already has (§5).
    rule: ({ taskRule }) => taskRule(today(), (!isGone && opened) || null).omit(SET_FIELDS),
    validateOnBlur: true,
    read: (typed) => title.readTitle(typed),
    async save(_values, { typed, setValues }) {
      const sent = title.readTitle(typed);
      const { error, created, values } = await editing.save(sent);
      if (values !== sent) setValues(values);
      if (error) return fieldErrorsOf(error);
      if (isAnother) beginNext(sent);
      onSaved(created);
      return undefined;
    },
    isEdited: (values) =>
      conflict !== null || !isSameEdit(values, kept ?? startValues(opened, user?.id)),
    // A draft with undecided fields must lead to the same conflict again.
    baseOf: (values) => (undecidedFields(conflict, values).length > 0 ? conflict?.base : opened),
    onDiscard: () => editing.reset(task),
  });

  const title = useTitleLine(form, task === undefined, isPlain);
  const choice = useConflictChoice(form, editing);

  function beginNext(saved: TaskFormValues) {
    const next = { ...saved, title: "", description: "" };
    setKept(next);
    form.reset(next);
    form.formProps.ref.current?.querySelector<HTMLElement>("[name='title']")?.focus();
  }

  function handleSubmit(event: SyntheticEvent) {
    if (title.isOffering) {
      event.preventDefault();
      return void title.createOffered(() => {
        if (isAnother) beginNext(form.values);
        else form.discard();
        onSaved(null);
      });
    }
    if (!choice.isMissing()) return form.formProps.onSubmit(event);
    event.preventDefault();
    form.refuse();
  }

  return {
    ...form,
    ...title.shown,
    formProps: { ...form.formProps, onSubmit: handleSubmit },
    // The conflict notice already gives the details.
    isRestored: form.isRestored && conflict === null,
    user,
    /** Whether the user has entered nothing but one word as the title. */
    isOneWord:
      !form.isRestored &&
      /^\S*$/u.test(form.values.title) &&
      isSameEdit({ ...form.values, title: "" }, { ...startValues(task, user?.id), title: "" }),
    /** The task that the edit is based on. */
    task: opened,
    /** The task has been deleted. The next save creates a new one. */
    isGone,
    /** The fields that another user changed to another value; null without a conflict. */
    conflictingFields: conflict?.fields ?? null,
    conflictOf: choice.conflictOf,
  };
}

export type TaskFormState = ReturnType<typeof useTaskForm>;
