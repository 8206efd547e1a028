import { addListener } from "@reduxjs/toolkit";
import type { CallError } from "#api/errors.ts";
import type { TaskDetail } from "#api/taskResponses.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { saved, saveFailed, submitted } from "#features/changes/queue/wholeSlice.ts";
import { createClientId } from "#lib/clientId.ts";
import type { AppExtra, StoreDispatch } from "#session/appExtra.ts";
import { nextGroup, type Thunk } from "./requestChanges.ts";
import { requestNewValues } from "./requestNewValues.ts";

const listen = addListener.withTypes<WithChanges, StoreDispatch, AppExtra>();

/** The outcome of a form's request. `task` is null if the response has no task. */
interface SaveResult {
  task: TaskDetail | null;
  error: CallError;
}

/** The form keeps its text, as after a request of a session that is over. */
export const NOT_SENT: NonNullable<CallError> = { status: 401, data: undefined };

/** A new task can't be changed between its request and the response. */
const BEING_CREATED: NonNullable<CallError> = {
  status: 409,
  data: { error: "The task is being created. Please try again in a moment." },
};

/**
 * Submits a task's form: every screen shows its values at once, and the sender sends its request. Returns
 * the outcome.
 *
 * @param before the task that the form has changed; null for a new one
 */
export function submitForm(
  before: TaskDetail | null,
  input: TaskInput,
): Thunk<Promise<SaveResult>> {
  return (dispatch, getState) => {
    const isQueued = before && dispatch(requestNewValues(before.id, input));
    if (isQueued !== null) {
      return Promise.resolve({ task: null, error: isQueued ? undefined : BEING_CREATED });
    }
    const { lost } = getState().changes;
    // After a lost response the same form keeps its key: the server creates one task for it.
    const isSame = !before && lost && JSON.stringify(lost.input) === JSON.stringify(input);
    const form = isSame ? lost.key : createClientId();
    const { promise, resolve } = Promise.withResolvers<SaveResult>();
    dispatch(
      listen({
        predicate: (_action, { changes }) => changes.forms[form] === undefined,
        effect: (action, { unsubscribe }) => {
          unsubscribe();
          // It also leaves with its user's session.
          if (saved.match(action)) resolve({ task: action.payload.task, error: undefined });
          else if (saveFailed.match(action)) resolve({ task: null, error: action.payload.error });
          else resolve({ task: null, error: NOT_SENT });
        },
      }),
    );
    dispatch(submitted({ form, before, input, group: nextGroup(getState()), when: Date.now() }));
    return promise;
  };
}
