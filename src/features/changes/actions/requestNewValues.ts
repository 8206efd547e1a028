import { changedSet, type TaskInput } from "#contract/taskFields.ts";
import type { NewTask, ValueChanges } from "#features/changes/queue/change.ts";
import { queued } from "#features/changes/queue/changesSlice.ts";
import { cachedResponses } from "#features/changes/queue/responses.ts";
import { nextGroup, type Thunk } from "./requestChanges.ts";

/** A new task's values after a change in place or in a form. */
function changedTask(
  task: NewTask,
  { title: _title, labels, ...values }: ValueChanges | TaskInput,
): NewTask {
  const set = labels && ("add" in labels ? changedSet(task.labels ?? [], labels) : labels);
  return { ...task, ...values, ...(set && { labels: set }) };
}

/**
 * Changes a new task of which nothing was sent yet: it is created with these values. Returns null if there is
 * no such new task, and false if it can't be changed any more.
 */
export function requestNewValues(
  key: string,
  values: ValueChanges | TaskInput,
): Thunk<boolean | null> {
  return (dispatch, getState) => {
    const state = getState();
    const change = state.changes.entries[key]?.new;
    if (!change) return null;
    if (change.phase !== "queued" || !change.want.task) return false;
    const { title = change.want.title } = values;
    const at = nextGroup(state);
    const task = changedTask(change.want.task, values);
    dispatch(
      queued({
        what: "new",
        tasks: [{ id: key, title, value: title, at, shown: null, from: undefined, task }],
        by: "menu",
        group: at,
        when: Date.now(),
        cached: cachedResponses(state),
      }),
    );
    return true;
  };
}
