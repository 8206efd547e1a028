import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useSelector, useStore } from "react-redux";
import type { TaskSummary } from "#contract/task.ts";
import { SLOT } from "#features/board/dragging/liftable.ts";
import type { FilteredBoard } from "#features/board/filter/filterBoard.ts";
import { selectDragging, selectShownTasks } from "#features/board/moves/boardSelectors.ts";
import type { WithSelection } from "#features/board/selection/selectionState.ts";
import { useSelectCards } from "#features/board/selection/useSelectCards.tsx";
import { useCommand } from "#lib/useCommand.ts";
import { whenIdle } from "#lib/whenIdle.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { LazyFieldPicker, loadFieldPicker } from "./LazyFieldPicker.tsx";
import type { PickedField } from "./pickedFields.ts";
import type { WithActions } from "./withActions.ts";

interface Picking {
  field: PickedField;
  tasks: readonly TaskSummary[];
}

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
  const [picking, setPicking] = useState<Picking | null>(null);
  const anchor = useRef<HTMLElement | null>(null);
  const bar = useSelectCards(board, filtered);
  const isSelecting = useSelector(({ selection }: WithSelection) => selection.phase === "some");

  useEffect(() => {
    void whenIdle().then(loadFieldPicker);
  }, []);

  const close = useCallback((refocus: boolean) => {
    setPicking(null);
    if (refocus) anchor.current?.querySelector("a")?.focus();
  }, []);

  function pick(field: PickedField): boolean {
    const slot = focusedSlot();
    const id = slot?.dataset["card"];
    const state = store.getState();
    if (!slot || id === undefined || selectDragging(state)) return false;
    if (field !== "status" && !selectHasExtensions(state)) return false;
    const { ids } = state.selection;
    const tasks = selectShownTasks(state, ids.includes(id) ? ids : [id]);
    if (tasks.length === 0) return false;
    anchor.current = slot;
    setPicking({ field, tasks });
    return true;
  }
  useCommand("cardAssignee", () => pick("assignee_id"));
  useCommand("cardPriority", () => pick("priority"));
  useCommand("cardDue", () => pick("due_date"));
  useCommand("cardStatus", () => pick("status"));

  return (
    <>
      {isSelecting && bar}
      {picking && <LazyFieldPicker {...picking} anchor={anchor} onClose={close} />}
    </>
  );
}
