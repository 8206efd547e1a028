import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import type { TaskSummary } from "#contract/shapes/task.ts";
import type { TaskStatus } from "#contract/task.ts";
import type { TaskFieldValues } from "#contract/taskFields.ts";
import { type Cause, dragEnded } from "#features/board/data/boardSlice.ts";
import { type Field, type FieldValue, type WithChanges } from "#features/changes/queue/change.ts";
import { queued, type RequestedTask } from "#features/changes/queue/changesSlice.ts";
import { memberOf, valueIn } from "#features/changes/queue/members.ts";
import { knownIn, shownIn } from "#features/changes/queue/pendingChange.ts";
import { cachedResponses, newestTask } from "#features/changes/queue/responses.ts";
import { neighboursInTurn, selectDragging } from "#features/changes/shown/shownBoard.ts";

export type Thunk<Result = void> = ThunkAction<Result, WithChanges, unknown, UnknownAction>;

/** A task as the user sees it. */
export type ShownTask = Pick<TaskSummary, "id" | "title"> & Partial<TaskFieldValues>;

interface How {
  by: Cause;
  group: number;
  etag?: string;
}

/** What the server has, as far as known: the newest response, or a value confirmed since. */
function serverValue(state: WithChanges, id: string, what: Field): FieldValue | undefined {
  const change = state.changes.entries[id]?.[what];
  const known = change ? knownIn(change) : null;
  const newest = newestTask(state, id, memberOf(what)?.[0] ?? what);
  if (known && (!newest || known.since >= newest.requested)) return known.value;
  return valueIn(newest?.task, what);
}

/** The value that the user sees: that of a change, or of the response. */
export function shownValue(state: WithChanges, id: string, what: Field): FieldValue | undefined {
  const change = state.changes.entries[id]?.[what];
  if (!change || change.phase === "confirmed") return serverValue(state, id, what);
  return shownIn(change)?.value;
}

/** The clock of the next request. Requests that are made together share it as their group. */
export const nextGroup = ({ changes }: WithChanges): number => changes.clock + 1;

/**
 * Requests a value of a field for each task, in one action. Leaves out the tasks that already have
 * the value.
 */
export function requestValues(
  what: Field,
  tasks: readonly (Omit<RequestedTask, "at" | "shown" | "from"> & {
    shown: FieldValue | undefined;
  })[],
  { by, group }: How,
): Thunk {
  return (dispatch, getState) => {
    const state = getState();
    const requested: RequestedTask[] = [];
    for (const task of tasks) {
      const known = serverValue(state, task.id, what);
      const from = known === undefined ? task.shown : known;
      // The screen may show an older response than the newest. Undo must not bring back its value.
      const seen =
        what === "status" ? task.shown : (shownValue(state, task.id, what) ?? task.shown);
      const shown = seen === undefined ? (from ?? null) : seen;
      const at = state.changes.clock + 1 + requested.length;
      if (shown !== task.value) requested.push({ ...task, from, shown, at });
    }
    if (requested.length === 0) return;
    const cached = cachedResponses(state);
    dispatch(queued({ what, tasks: requested, by, group, when: Date.now(), cached }));
  };
}

/** Moves cards to a column. The last of them lands on top. One Undo moves all of them back. */
export function requestMoves(
  tasks: readonly ShownTask[],
  to: TaskStatus,
  by: Cause,
  group?: number,
): Thunk {
  return (dispatch, getState) => {
    const state = getState();
    const shownStatus = ({ id, status }: ShownTask) => shownValue(state, id, "status") ?? status;
    const moved = tasks.filter((task) => shownStatus(task) !== to);
    const ids = moved.map(({ id }) => id);
    const places = neighboursInTurn(state, ids, to);
    const moves = moved.map((task) => ({
      id: task.id,
      title: task.title,
      shown: shownStatus(task),
      value: to,
      leaves: places.get(task.id),
    }));
    dispatch(requestValues("status", moves, { by, group: group ?? nextGroup(state) }));
    // Others may have moved the dragged card to this column.
    if (selectDragging(getState()) && by !== "menu") dispatch(dragEnded());
  };
}
