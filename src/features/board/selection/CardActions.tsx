import { type RefObject, useEffect } from "react";
import { useSelector, useStore } from "react-redux";
import type { WithSelection } from "#features/board/cards/selectionState.ts";
import type { FilteredBoard } from "#features/board/filter/filterBoard.ts";
import { selectDragging, selectShownTasks } from "#features/changes/shown/shownBoard.ts";
import { SLOT } from "#features/dragging/slots.ts";
import { useStartRun } from "#features/jobs/runsApi.ts";
import { FieldKeys, type PickTarget } from "#features/pickers/FieldKeys.tsx";
import { loadFieldPicker } from "#features/pickers/LazyFieldPicker.tsx";
import { whenIdle } from "#lib/whenIdle.ts";
import { TaskRunBar } from "./TaskRunBar.tsx";
import { useSelectCards } from "./useSelectCards.tsx";
import type { WithActions } from "./withActions.ts";

const focusedSlot = () => document.activeElement?.closest<HTMLElement>(SLOT) ?? null;

/** The keys that change the focused card, or all selected ones if it is among them. */
export function CardActions({
  board,
  filtered,
}: {
  board: RefObject<HTMLElement | null>;
  filtered: FilteredBoard | null;
}) {
  const store = useStore<WithActions>();
  const bar = useSelectCards(board, filtered);
  const [, started] = useStartRun("task");
  const isSelecting = useSelector(({ selection }: WithSelection) => selection.phase === "some");

  useEffect(() => {
    void whenIdle().then(loadFieldPicker);
  }, []);

  function targetOf(): PickTarget | null {
    const slot = focusedSlot();
    const id = slot?.dataset["card"];
    const state = store.getState();
    if (!slot || id === undefined || selectDragging(state)) return null;
    const { ids } = state.selection;
    const tasks = selectShownTasks(state, ids.includes(id) ? ids : [id]);
    return tasks.length > 0 ? { tasks, anchor: slot } : null;
  }

  return (
    <>
      {started.data ? <TaskRunBar selected={isSelecting && bar} /> : isSelecting && bar}
      <FieldKeys targetOf={targetOf} />
    </>
  );
}
