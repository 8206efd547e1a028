import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import type { TaskSummary } from "#contract/shapes/task.ts";
import type { TaskStatus } from "#contract/task.ts";
import { SINGLE_FIELDS } from "#contract/taskFields.ts";
import { type Cause, dragEnded } from "#features/board/data/boardSlice.ts";
import {
  type Field,
  type FieldValue,
  type Values,
  type WithChanges,
} from "#features/changes/queue/change.ts";
import { queued, type RequestedTask } from "#features/changes/queue/changesSlice.ts";
import { knownIn, shownIn } from "#features/changes/queue/pendingChange.ts";
import { cachedResponses, newestTask } from "#features/changes/queue/responses.ts";
import { neighboursInTurn, selectDragging } from "#features/changes/shown/shownBoard.ts";

export type Thunk<Result = void> = ThunkAction<Result, WithChanges, unknown, UnknownAction>;

/** A task as the user sees it. */
type ShownTask = Pick<TaskSummary, "id" | "title"> & Partial<Record<Field, FieldValue>>;

interface How {
  by: Cause;
  group: number;
  etag?: string;
}

/** What the server has, as far as known: the newest response, or a value confirmed since. */
function serverValue(state: WithChanges, id: string, what: Field): FieldValue | undefined {
  const change = state.changes.entries[id]?.[what];
  const known = change ? knownIn(change) : null;
  const newest = newestTask(state, id, what);
  if (known && (!newest || known.since >= newest.requested)) return known.value;
  const task = newest?.task as Partial<Record<Field, FieldValue>> | undefined;
  return task?.[what];
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

/**
 * Changes fields of one task, or of several at once, without a form:
 *
 *     dispatch(requestEdit([task], { assignee_id: me.id }));
 *
 * - Every screen that takes its tasks through `useShownTasks`, or its board through
 *   `selectShownBoard`, shows the new values at once. A new status moves the card.
 * - The changes are sent, kept and undone as `docs/architecture/changes.md` describes. All fields but
 *   the status and the description need a server with extensions (`selectHasExtensions`).
 *
 * @param tasks as the user sees them, with their changes
 * @param etag the version on which the change of a single task is based; others refuse it
 */
export function requestEdit(tasks: readonly ShownTask[], values: Values, etag?: string): Thunk {
  return (dispatch, getState) => {
    const how = { by: "menu", group: nextGroup(getState()) } as const;
    for (const field of SINGLE_FIELDS) {
      const value = values[field];
      if (value === undefined) continue;
      if (field === "status") {
        dispatch(requestMoves(tasks, value as TaskStatus, "menu", how.group));
        continue;
      }
      const changed = tasks.map((task) => ({
        id: task.id,
        title: task.title,
        shown: task[field],
        value,
        ...(etag && { etag }),
      }));
      dispatch(requestValues(field, changed, how));
    }
  };
}
