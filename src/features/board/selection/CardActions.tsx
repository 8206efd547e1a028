import { type RefObject, useEffect } from "react";
import { useSelector, useStore } from "react-redux";
import type { FilteredBoard } from "#features/board/filter/filterBoard.ts";
import { columnOf } from "#features/changes/shown/moveCards.ts";
import {
  selectDragging,
  selectShownTasks,
  selectSnapshot,
} from "#features/changes/shown/shownBoard.ts";
import { FieldKeys } from "#features/pickers/FieldKeys.tsx";
import { FieldMenus } from "#features/pickers/FieldMenus.tsx";
import { loadFieldPicker } from "#features/pickers/LazyFieldPicker.tsx";
import { useTaskRuns } from "#features/runs/useRunBar.tsx";
import { SelectionBar } from "#features/selection/SelectionBar.tsx";
import type { Selection } from "#features/selection/useSelection.ts";
import { useIsIdle } from "#lib/hooks.ts";
import { useFollowRow } from "#ui/lists/useFollowRow.ts";
import { useRowKeys } from "#ui/lists/useRowKeys.ts";
import { useSelectCards, type WithActions } from "./useSelectCards.ts";

/** The keys of the cards: they lead from card to card, select, and change the selected cards or the focused one. */
export function CardActions({
  board,
  filtered,
}: {
  board: RefObject<HTMLElement | null>;
  filtered: FilteredBoard | null;
}) {
  const store = useStore<WithActions>();
  const selection = useSelectCards(board, filtered);
  const isIdle = useIsIdle();
  useFollowCard(board);
  useRowKeys(board, selection);

  useEffect(() => {
    if (isIdle) void loadFieldPicker();
  }, [isIdle]);

  function tasksFor(ids: readonly string[]) {
    const state = store.getState();
    return selectDragging(state) ? [] : selectShownTasks(state, ids);
  }

  return (
    <>
      {(isIdle || selection.ids.size > 0) && <CardBar selection={selection} />}
      <FieldKeys selected={selection.ids} tasksFor={tasksFor} />
    </>
  );
}

/**
 * The actions on the selected cards, or the progress and the result of a change of very many, which the
 * server carries out. Selected cards take the place of a result.
 */
function CardBar({ selection }: { selection: Selection }) {
  const { run, progress, result, dialog } = useTaskRuns(selection);
  const isSelecting = selection.ids.size > 0;
  return (
    <>
      {(isSelecting || run) && (
        <SelectionBar
          label={isSelecting && !progress ? "Selected cards" : "Bulk action"}
          selection={selection}
          place="floating"
          progress={progress}
          result={!isSelecting && result}
          focusKey={`${run?.id} ${run?.state}`}
        >
          <FieldMenus isCompact />
        </SelectionBar>
      )}
      {dialog}
    </>
  );
}

/** The focus follows a card that another user moves. After a deletion it goes to the next one in the column. */
function useFollowCard(element: RefObject<HTMLElement | null>): void {
  const snapshot = useSelector(selectSnapshot);
  useFollowRow(element, snapshot, {
    groupOf: (card) => card.closest("section"),
    isElsewhere: (id) => snapshot !== undefined && columnOf(snapshot, id) !== null,
    fallback: () => document.querySelector("#content"),
  });
}
