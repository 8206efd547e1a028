import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import type { TaskSummary } from "#contract/task.ts";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import type { StoreParts } from "#lib/storeParts.ts";
import { startEditListeners } from "./editListeners.ts";
import { editsSlice } from "./editsSlice.ts";
import type { EditedField, EditedValues } from "./editsState.ts";
import { requestValue } from "./requestValue.ts";

export { undoEdit } from "./undoEdit.ts";

export const storeParts: StoreParts = { slices: [editsSlice], listeners: [startEditListeners] };

/** Requests an edit, now that its code is here. Tasks that have the value already are left out. */
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
