import { isPast } from "#contract/due.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { type DoneChange, newestGroup } from "#features/changes/queue/history.ts";
import { taskIn } from "#features/changes/queue/responses.ts";
import { undoGivenUp } from "#features/changes/queue/wholeSlice.ts";
import { selectDragging, selectSnapshot } from "#features/changes/shown/shownBoard.ts";
import { today } from "#lib/dates/day.ts";
import { type Sentence, showOutcome } from "./outcomeToasts.ts";
import { nextGroup, requestValues, shownValue, type Thunk } from "./requestChanges.ts";

/**
 * Why a change can't be undone; null if it can: the task shows its value. Without a response that has
 * the task, the server decides.
 */
function obstacle(state: WithChanges, { id, what, from, to }: DoneChange): string | null {
  const snapshot = what === "status" && selectSnapshot(state);
  if (snapshot && !taskIn(snapshot, id)) return "is no longer on the board";
  const shown = shownValue(state, id, what);
  if (shown !== undefined && shown !== to)
    return what === "status" ? "has been moved since" : "has been changed since";
  // The server would refuse a date in the past (§5).
  const isRefused = what === "due_date" && from !== null && isPast(from, today());
  return isRefused ? "would be due in the past" : null;
}

/** The changes of these times that were not undone. */
export function selectNotUndone({ changes }: WithChanges, at: readonly number[]): DoneChange[] {
  const times = new Set(at);
  return changes.history.filter((done) => done.undoneAt === null && times.has(done.at));
}

/** The changes of these times that were not undone and that Undo would change back. */
export const selectUndoable = (state: WithChanges, at: readonly number[]): DoneChange[] =>
  selectNotUndone(state, at).filter((done) => obstacle(state, done) === null);

/** Undoes the changes that were requested together, newest first: the last ones of the user. */
export function undoNewest(): Thunk {
  return (dispatch, getState) => {
    const newest = newestGroup(getState().changes.history);
    dispatch(undoChanges(newest.map(({ at }) => at)));
  };
}

/**
 * Undoes changes by requesting the former values. Those are ordinary changes, so Undo works while the
 * first ones are being sent, offline, and on any screen. What another user has changed since stays.
 *
 * @param at the `DoneChange.at` of the changes
 */
export function undoChanges(at: readonly number[]): Thunk {
  return (dispatch, getState) => {
    if (selectDragging(getState())) return;
    const all = selectNotUndone(getState(), at);
    const group = nextGroup(getState());
    const undone: DoneChange[] = [];
    const left: DoneChange[] = [];
    let reason = "";
    for (const done of all.toSorted((a, b) => b.at - a.at)) {
      const found = obstacle(getState(), done);
      (found === null ? undone : left).push(done);
      reason = found ?? reason;
    }
    for (const what of new Set(undone.map((done) => done.what))) {
      const values = undone.filter((done) => done.what === what).map(formerValue);
      dispatch(requestValues(what, values, { by: "undo", group }));
    }
    if (left.length === 0) return;
    dispatch(undoGivenUp({ at: left.map((done) => done.at) }));
    const text: Sentence = (subject, isMany) => {
      if (left.length < all.length) return `Undone, except for ${left.length} changed since`;
      return `Nothing undone: ${isMany ? "the tasks have been changed since" : `${subject} ${reason}`}`;
    };
    showOutcome("note", group, text, left);
  };
}

const formerValue = ({ id, title, from, to, leaves, at }: DoneChange) => ({
  id,
  title,
  value: from,
  shown: to,
  undoes: at,
  ...(leaves && { beside: leaves }),
});
