import { useState } from "react";
import { useSelector } from "react-redux";
import { type CallError, statusOf } from "#api/errors.ts";
import type { Conflict } from "#features/tasks/conflict/conflict.ts";
import type { FieldName } from "#features/tasks/conflict/mergeTask.ts";
import { saveEdit } from "#features/tasks/conflict/saveEdit.ts";
import { type TaskDetail, theirsIn } from "#features/tasks/taskAnswers.ts";
import { useCreateTaskMutation, useUpdateTaskMutation } from "#features/tasks/tasksApi.ts";
import { selectIsAdmin } from "#session/sessionSlice.ts";
import { startValues, type TaskFormValues, toTaskInput } from "./taskForm.ts";

/** How a save ended: what was created, or why it failed and what the form has to show now. */
export interface SaveResult {
  error: CallError;
  created: TaskDetail | null;
  values: TaskFormValues;
}

const isMissing = (error: CallError) => [404, 410].includes(statusOf(error) ?? 0);

/**
 * What a form is about, a new task or `base`, and how it gets along with the edits of others: they
 * are merged into it when it is saved, and asked about where they contradict it.
 */
export function useEditing(base: TaskDetail | undefined) {
  // A refetch while the form is open must not move the ground under it.
  const [opened, setOpened] = useState(base);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isGone, setGone] = useState(false);
  const isAdmin = useSelector(selectIsAdmin);
  const [createTask] = useCreateTaskMutation();
  const [updateTask] = useUpdateTaskMutation();

  async function create(values: TaskFormValues): Promise<SaveResult> {
    const { data, error } = await createTask(toTaskInput(values, { mode: "create", isAdmin }));
    return { error, created: data ?? null, values };
  }

  async function update(base: TaskDetail, values: TaskFormValues): Promise<SaveResult> {
    const { error, rebased } = await saveEdit({ base, values }, ({ base: { id, etag }, values }) =>
      updateTask({
        id,
        ...(etag && { etag }),
        ...toTaskInput(values, { mode: "edit", isAdmin }),
      }),
    );
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
    /** The task that the form began with, or what others have made of it by now. */
    opened,
    /** It has been deleted: what is in the form can be saved as a new one. */
    isGone,
    conflict,
    save: (values: TaskFormValues) => (opened && !isGone ? update(opened, values) : create(values)),
    /** A version of a field was chosen. */
    decide: (name: FieldName) =>
      setConflict((asked) => asked && { ...asked, chosen: [...asked.chosen, name] }),
    /** Back to a task as it is. */
    reset(task: TaskDetail | undefined) {
      setOpened(task);
      setConflict(null);
    },
  };
}
