import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import type { CallError } from "#api/errors.ts";
import type { Task, TaskInput } from "#contract/task.ts";
import type { AppExtra } from "#session/appExtra.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { toastSaved } from "./ChangedToast.tsx";
import { invalidate } from "./calls.ts";
import { type ChangeId, FIELDS, type Field, type Values, type WithChanges } from "./change.ts";
import { isOfForm, shownIn } from "./changeMachine.ts";
import { saved, saveFailed, saveStarted } from "./changesSlice.ts";
import { formRequestsOf } from "./formRequests.ts";
import { selectOwner } from "./owner.ts";
import { nextGroup } from "./requestChanges.ts";

type Thunk<Result> = ThunkAction<Result, WithChanges, AppExtra, UnknownAction>;

interface SaveResult {
  data?: Task | null | undefined;
  error?: CallError;
}

/** The form keeps its text, as after a request of a session that is over. */
const NOT_SENT: CallError = { status: 401, data: undefined };

/**
 * Lets the sender send a form's request: when a request is free, again after the pause that a busy
 * server asks for, and never in another user's session.
 *
 * @param id the task that it saves; null for a new one
 */
export function sendForm<Result extends SaveResult>(
  send: () => Promise<Result>,
  id: string | null = null,
  changes: readonly ChangeId[] = [],
): Thunk<Promise<Result | { error: CallError }>> {
  return async (_dispatch, getState, extra) => {
    let result: Result | { error: CallError } = { error: NOT_SENT };
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const { waiting, wake } = formRequestsOf(extra);
    waiting.push({
      id,
      changes,
      owner: selectOwner(getState()),
      send: async () => (result = await send()).error,
      end: resolve,
    });
    wake();
    return (await promise) ? result : { error: NOT_SENT };
  };
}

/**
 * Saves a task by its form's request, `send`. Every screen shows the values at once. If it fails, the
 * form keeps its text and shows why; if it succeeds, a toast offers to undo it as a whole (§8).
 *
 * @param before the task that the form has changed
 */
export function saveTask<Result extends SaveResult>(
  before: Task,
  input: TaskInput,
  send: () => Promise<Result>,
): Thunk<Promise<Result | { error: CallError }>> {
  return async (dispatch, getState) => {
    const { id } = before;
    const group = nextGroup(getState());
    const values = { id, title: input.title, ...difference(before, { ...before, ...input }) };
    dispatch(saveStarted({ ...values, group, when: Date.now() }));
    const changes = Object.entries(getState().changes.entries[id] ?? {}).flatMap(
      ([what, change]) => {
        const want = isOfForm(change) ? shownIn(change) : null;
        return want?.group === group ? [{ id, what: what as Field, at: want.at }] : [];
      },
    );
    const result = await dispatch(sendForm(send, id, changes));
    if (result.error) {
      dispatch(saveFailed({ changes }));
      return result;
    }
    const after = "data" in result ? result.data : undefined;
    const done = after ? { id, title: after.title, ...difference(before, after) } : values;
    const savedGroup = nextGroup(getState());
    dispatch(saved({ ...done, changes, canUndo: selectHasExtensions(getState()) }));
    toastSaved(savedGroup, done.title);
    invalidate({ id, what: "title" }, undefined, { dispatch });
    return result;
  };
}

/** The fields that differ, with their values. */
function difference(before: Task, after: Task): { from: Values; to: Values } {
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  const valuesOf = (task: Task): Values =>
    Object.fromEntries(changed.map((field) => [field, task[field]]));
  return { from: valuesOf(before), to: valuesOf(after) };
}
