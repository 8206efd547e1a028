import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect } from "react";
import { useDispatch, useSelector, useStore } from "react-redux";
import { TASK_STATUSES, type TaskSummary } from "#contract/task.ts";
import type { FilteredBoard } from "#features/board/filter/filterBoard.ts";
import { selectShownTasks } from "#features/changes/shown/shownBoard.ts";
import { SLOT } from "#features/dragging/slots.ts";
import type { CommandName } from "#lib/commands/commandKeys.ts";
import { runCommand, useCommand } from "#lib/commands/useCommand.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { CardSelectionBar } from "./CardSelectionBar.tsx";
import { extendSelection, toggleCard } from "./selecting.ts";
import { cardsUnselected, selectionCleared, userLeft } from "./selectionSlice.ts";
import type { WithActions } from "./withActions.ts";

const slotOf = (element: Element | null) => element?.closest<HTMLElement>(SLOT) ?? null;
const idOf = (slot: HTMLElement | null | undefined) => slot?.dataset["card"];

/** The card below or above in the same column, even if it is not rendered. */
function neighbour(slot: HTMLElement, step: number): string | undefined {
  const index = String(Number(slot.dataset["index"]) + step);
  const slots = [...(slot.parentElement?.querySelectorAll<HTMLElement>(SLOT) ?? [])];
  return idOf(slots.find(({ dataset }) => dataset["index"] === index));
}

/** The ids of all cards that the filters show; null without filters. */
const idsIn = (filtered: FilteredBoard | null): ReadonlySet<string> | null =>
  filtered &&
  new Set(TASK_STATUSES.flatMap((status) => filtered.columns[status].cards.map(({ id }) => id)));

/**
 * Unselects cards that the filters hide or that are deleted, because an action may change only cards
 * that the user sees as selected.
 */
function useUnselectHidden(
  ids: readonly string[],
  tasks: readonly TaskSummary[],
  filtered: FilteredBoard | null,
): void {
  const dispatch = useDispatch();
  useLayoutEffect(() => {
    if (ids.length === 0) return;
    const known = new Set(tasks.map(({ id }) => id));
    const visible = idsIn(filtered);
    const hidden = ids.filter((id) => !known.has(id) || (visible && !visible.has(id)));
    if (hidden.length > 0) dispatch(cardsUnselected(hidden));
  }, [ids, tasks, filtered, dispatch]);
}

/**
 * Selects cards by keys, and by clicks with Ctrl or Cmd. While cards are selected, a tap selects too.
 *
 * @returns the bar of the selected cards
 */
export function useSelectCards(
  board: RefObject<HTMLElement | null>,
  filtered: FilteredBoard | null,
): ReactNode {
  const store = useStore<WithActions>();
  const dispatch: StoreDispatch<WithActions> = store.dispatch;
  const ids = useSelector(({ selection }: WithActions) => selection.ids);
  const tasks = useSelector((state: WithActions) => selectShownTasks(state, ids));

  useUnselectHidden(ids, tasks, filtered);

  function toggle(slot: HTMLElement | null): boolean {
    const id = idOf(slot);
    if (id === undefined) return false;
    dispatch(toggleCard(id));
    return true;
  }

  function extend(name: CommandName, step: 1 | -1 | 0): boolean {
    const slot = slotOf(document.activeElement);
    const from = idOf(slot);
    if (!slot || from === undefined) return false;
    const below = step === 0 ? undefined : neighbour(slot, step);
    runCommand(name);
    const to = below ?? idOf(slotOf(document.activeElement)) ?? from;
    dispatch(extendSelection(from, to));
    return true;
  }

  useCommand("select", () => toggle(slotOf(document.activeElement)));
  useCommand("selectBelow", () => extend("cardBelow", 1));
  useCommand("selectAbove", () => extend("cardAbove", -1));
  useCommand("selectRight", () => extend("cardRight", 0));
  useCommand("selectLeft", () => extend("cardLeft", 0));
  useCommand("clearSelection", () => {
    if (ids.length === 0) return false;
    dispatch(selectionCleared());
    return true;
  });

  const handleClick = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isTap = "pointerType" in event && event.pointerType === "touch";
    if (!link || !(event.ctrlKey || event.metaKey || (isTap && ids.length > 0))) return;
    if (!toggle(slotOf(link))) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const element = board.current;
    const handle = (event: MouseEvent) => handleClick(event);
    element?.addEventListener("click", handle, true);
    return () => element?.removeEventListener("click", handle, true);
  }, [board]);
  useEffect(() => () => void dispatch(userLeft()), [dispatch]);

  return <CardSelectionBar tasks={tasks} />;
}
