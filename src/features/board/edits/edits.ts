import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import type { TaskSummary } from "#contract/task.ts";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import type { StoreParts } from "#lib/storeParts.ts";
import { startEditListeners } from "./editListeners.ts";
import { editsRestored, editsSlice } from "./editsSlice.ts";
import type { EditedField, EditedValues } from "./editsState.ts";
import { cachedResponses, requestValue } from "./requestValue.ts";
import type { StoredEdit } from "./storedEdit.ts";
import { isValidEdit } from "./validEdit.ts";

export { undoEdit } from "./undoEdit.ts";

export const storeParts: StoreParts = { slices: [editsSlice], listeners: [startEditListeners] };

/** Adds edits from the outbox to the slice. */
export function restoreEdits(
  edits: readonly StoredEdit[],
): ThunkAction<void, WithBoard, unknown, UnknownAction> {
  return (dispatch, getState) => {
    const boardClock = getState().board.clock;
    const cached = cachedResponses(getState());
    dispatch(editsRestored({ edits: edits.filter(isValidEdit), boardClock, cached }));
  };
}

/**
 * Requests an edit, once the code of edits has loaded. Leaves out tasks that already have the
 * value.
 */
export function applyEdit(
  tasks: readonly TaskSummary[],
  values: EditedValues,
): ThunkAction<void, WithBoard, unknown, UnknownAction> {
  return (dispatch) => {
    for (const [name, to = null] of Object.entries(values)) {
      const field = name as EditedField;
      const changed = tasks
        .filter((task) => task[field] !== to)
        .map((task) => ({ id: task.id, title: task.title, from: task[field] }));
      if (changed.length > 0) dispatch(requestValue(field, to, changed));
    }
  };
}
