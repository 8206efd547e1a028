import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from "react";
import { useSelector } from "react-redux";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import type { FilteredBoard } from "#features/board/filter/filterBoard.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { selectShownTasks } from "#features/changes/shown/shownBoard.ts";
import { SLOT } from "#features/dragging/slots.ts";
import { selectSelected, type WithSelection } from "#features/selection/selectionSlice.ts";
import { type Selection, useSelection } from "#features/selection/useSelection.ts";
import type { WithExtensions } from "#sync/extensions/extensions.ts";

/** The part of the store's state that the cards' actions read. */
export type WithActions = WithChanges & WithSelection & WithExtensions;

/** No ranges: the cards are in columns. */
const NO_ORDER: readonly string[] = [];

const slotOf = (element: Element | null) => element?.closest<HTMLElement>(SLOT) ?? null;
const idOf = (slot: HTMLElement | null | undefined) => slot?.dataset["card"];

/** The ids of all cards that the filters show; null without filters. */
const idsIn = (filtered: FilteredBoard | null): ReadonlySet<string> | null =>
  filtered &&
  new Set(TASK_STATUSES.flatMap((status) => filtered.columns[status].cards.map(({ id }) => id)));

/**
 * Unselects cards that the filters hide or that are deleted, because an action may change only cards
 * that the user sees as selected.
 */
function useUnselectHidden(
  { ids, replace }: Selection,
  tasks: readonly TaskSummary[],
  filtered: FilteredBoard | null,
): void {
  useLayoutEffect(() => {
    if (ids.size === 0) return;
    const known = new Set(tasks.map(({ id }) => id));
    const visible = idsIn(filtered);
    const left = [...ids].filter((id) => known.has(id) && (!visible || visible.has(id)));
    if (left.length < ids.size) replace(left);
  }, [ids, tasks, filtered, replace]);
}

/**
 * The selected cards. Clicks with Ctrl or Cmd select; while cards are selected, a tap does too.
 */
export function useSelectCards(
  board: RefObject<HTMLElement | null>,
  filtered: FilteredBoard | null,
): Selection {
  const selection = useSelection("board", NO_ORDER);
  const tasks = useSelector((state: WithActions) =>
    selectShownTasks(state, selectSelected(state, "board")),
  );
  const { ids, set } = selection;

  useUnselectHidden(selection, tasks, filtered);

  function toggle(id: string | undefined): boolean {
    if (id === undefined) return false;
    set(id, !ids.has(id));
    return true;
  }

  const handleClick = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isTap = "pointerType" in event && event.pointerType === "touch";
    if (!link || !(event.ctrlKey || event.metaKey || (isTap && ids.size > 0))) return;
    if (!toggle(idOf(slotOf(link)))) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const element = board.current;
    const handle = (event: MouseEvent) => handleClick(event);
    element?.addEventListener("click", handle, true);
    return () => element?.removeEventListener("click", handle, true);
  }, [board]);

  return selection;
}
