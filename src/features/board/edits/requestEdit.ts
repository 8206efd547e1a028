import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import type { TaskStatus, TaskSummary } from "#contract/task.ts";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import { requestMoves } from "#features/board/moves/requestMoves.ts";
import type { AppExtra } from "#session/appExtra.ts";
import { toastNotLoaded } from "#ui/toastNotLoaded.tsx";
import type { EditedValues } from "./editsState.ts";
import { loadEdits } from "./loadEdits.ts";

/** A change of tasks without their form. */
export type TaskChange = EditedValues & { status?: TaskStatus };

type Thunk<Result> = ThunkAction<Result, WithBoard, AppExtra, UnknownAction>;

/**
 * Changes the assignee, priority, due date, team, title or status of one task, or of several at once,
 * without a form:
 *
 *     dispatch(requestEdit([task], { assignee_id: me.id }));
 *
 * - The new values are shown at once by every screen that takes its tasks through `withEdits` or
 *   `allWithEdits` (with `selectShownValues`), or its board through `selectShownBoard`. The cache is
 *   not touched. A new status is a move (`moveRequested`), which works for tasks on any screen.
 * - Each value is sent by PATCH; without a connection it waits until the connection is back. If the
 *   server refuses it, the old value is shown again, and a toast names the task and the field.
 * - The tasks of one call have one toast with one Undo, which is also what Ctrl+Z undoes.
 *
 * The call needs a server with extensions (`selectHasExtensions`), except for the status.
 *
 * @param tasks as the user sees them, with their pending edits
 */
export function requestEdit(
  tasks: readonly TaskSummary[],
  change: TaskChange,
): Thunk<Promise<void>> {
  return async (dispatch) => {
    const { status, ...values } = change;
    if (status) dispatch(requestMoves(tasks, status, "menu"));
    if (Object.keys(values).length === 0) return;
    try {
      const { applyEdit } = await loadEdits();
      dispatch(applyEdit(tasks, values));
    } catch {
      void toastNotLoaded("The change could not be made.");
    }
  };
}
