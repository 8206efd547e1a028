import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { busyMsOf, type CallError } from "#api/errors.ts";
import type { Task, TaskInput } from "#contract/task.ts";
import { createClientId } from "#lib/clientId.ts";
import { pause } from "#lib/pause.ts";
import type { AppExtra } from "#session/appExtra.ts";
import { serverBusy } from "#sync/connection/connectionSlice.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { toastSaved } from "./ChangedToast.tsx";
import { invalidate } from "./calls.ts";
import { type ChangeId, FIELDS, type Field, type Values, type WithChanges } from "./change.ts";
import { isOfForm, shownIn } from "./changeMachine.ts";
import { delayed, saved, saveFailed, saveStarted, sent } from "./changesSlice.ts";
import { isOwnersSession, selectOwner } from "./owner.ts";
import { nextGroup } from "./requestChanges.ts";

type Thunk<Result> = ThunkAction<Result, WithChanges, AppExtra, UnknownAction>;

interface SaveResult {
  data?: Task | null | undefined;
  error?: CallError;
}

/** Sends a form's request, and sends it again after the pause that a busy server asks for. */
export function sendWhenFree<Result extends SaveResult>(
  send: () => Promise<Result>,
  changes: readonly ChangeId[] = [],
): Thunk<Promise<Result>> {
  return async (dispatch, getState, extra) => {
    const owner = selectOwner(getState());
    for (;;) {
      const result = await send();
      const retryAfterMs = busyMsOf(result.error);
      if (retryAfterMs === undefined) return result;
      dispatch(serverBusy({ retryAfterMs }));
      dispatch(delayed({ changes }));
      await pause(retryAfterMs);
      const isSameUser = selectOwner(getState()) === owner && isOwnersSession(getState(), extra);
      if (!isSameUser) return result;
      dispatch(sent({ changes, requestId: createClientId() }));
    }
  };
}

/**
 * Saves a task by its form's request, `send`. Every screen shows the values meanwhile. A busy server
 * makes the save wait. If it fails, the form keeps its text and shows why; if it succeeds, a toast
 * offers to undo it as a whole (§8).
 *
 * @param before the task that the form has changed
 */
export function saveTask<Result extends SaveResult>(
  before: Task,
  input: TaskInput,
  send: () => Promise<Result>,
): Thunk<Promise<Result>> {
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
    const result = await dispatch(sendWhenFree(send, changes));
    if (result.error) {
      dispatch(saveFailed({ changes }));
      return result;
    }
    const after = result.data;
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
