import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import type { FieldValue } from "./editMachine.ts";
import { editRequested, type RequestedTask } from "./editsSlice.ts";
import type { EditedField } from "./editsState.ts";
import { type CachedResponse, isShowing } from "./taskQueries.ts";

/** The cached responses that show tasks. */
export function cachedResponses({ api }: WithBoard): CachedResponse[] {
  return Object.entries(api.queries).flatMap(([queryCacheKey, query]) => {
    if (query?.data === undefined || !query.endpointName) return [];
    const { endpointName, originalArgs } = query;
    const response = { endpointName, originalArgs, queryCacheKey };
    return isShowing(response) ? [response] : [];
  });
}

/**
 * Requests the same value for a field of some tasks.
 *
 * @param undoes the `DoneEdit.at` of the edit to undo
 */
export function requestValue(
  field: EditedField,
  to: FieldValue,
  tasks: readonly RequestedTask[],
  undoes?: number,
): ThunkAction<void, WithBoard, unknown, UnknownAction> {
  return (dispatch, getState) => {
    const cached = cachedResponses(getState());
    const boardClock = getState().board.clock;
    const undone = undoes === undefined ? {} : { undoes };
    dispatch(editRequested({ field, to, tasks, boardClock, cached, ...undone }));
  };
}
