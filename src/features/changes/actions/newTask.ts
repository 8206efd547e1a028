import type { NewTask } from "#features/changes/queue/change.ts";
import { queued } from "#features/changes/queue/changesSlice.ts";
import { cachedResponses } from "#features/changes/queue/responses.ts";
import { discarded } from "#features/changes/queue/wholeSlice.ts";
import { createClientId } from "#lib/clientId.ts";
import { nextGroup, type Thunk } from "./requestChanges.ts";

/** Creates a task from a line. */
export function requestNewTask(title: string, task: NewTask): Thunk {
  return (dispatch, getState) => {
    const state = getState();
    const group = nextGroup(state);
    const one = { id: createClientId(), title, value: title, at: group, shown: null };
    dispatch(
      queued({
        what: "new",
        tasks: [{ ...one, from: undefined, task }],
        by: "keyboard",
        group,
        when: Date.now(),
        cached: cachedResponses(state),
      }),
    );
  };
}

/** Sends a refused task again, with a new key: the server has refused the one with the old key. */
export function retryNewTask(id: string): Thunk {
  return (dispatch, getState) => {
    const change = getState().changes.entries[id]?.new;
    if (change?.phase !== "refused" || !change.want.task) return;
    dispatch(discarded({ id }));
    dispatch(requestNewTask(change.want.title, change.want.task));
  };
}
