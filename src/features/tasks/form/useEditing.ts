import { useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { type CallError, statusOf } from "#api/errors.ts";
import { type TaskDetail, theirsIn } from "#api/taskResponses.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { createByForm, saveTask } from "#features/changes/sending/saveTask.ts";
import type { Conflict } from "#features/tasks/conflict/conflict.ts";
import type { FieldName } from "#features/tasks/conflict/mergeTask.ts";
import { saveEdit } from "#features/tasks/conflict/saveEdit.ts";
import { startValues, type TaskFormValues, toTaskInput } from "#features/tasks/formValues.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { selectIsAdmin } from "#session/sessionSlice.ts";

/** The result of a save, with the values that the form must show now. */
interface SaveResult {
  error: CallError;
  created: TaskDetail | null;
  values: TaskFormValues;
}

const isMissing = (error: CallError) => [404, 410].includes(statusOf(error) ?? 0);

/**
 * Saves a new task, or an edit of `base`. Edits of other users are merged on save. If they
 * contradict this edit, the user must choose.
 */
export function useEditing(base: TaskDetail | undefined) {
  // A refetch must not replace the base of an open edit.
  const [opened, setOpened] = useState(base);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isGone, setGone] = useState(false);
  const isAdmin = useSelector(selectIsAdmin);
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();

  async function create(values: TaskFormValues): Promise<SaveResult> {
    const input = toTaskInput(values, { mode: "create", isAdmin });
    const { error, data } = await dispatch(createByForm(input));
    return { error, created: data ?? null, values };
  }

  async function update(base: TaskDetail, values: TaskFormValues): Promise<SaveResult> {
    const { error, rebased } = await saveEdit({ base, values }, async (edit) => {
      const input = toTaskInput(edit.values, { mode: "edit", isAdmin });
      return await dispatch(saveTask(edit.base, input));
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
