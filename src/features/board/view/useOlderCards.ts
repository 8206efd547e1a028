import { useMemo, useState } from "react";
import type { TaskStatus, TaskSummary } from "#contract/task.ts";
import { useFrozenWhileDragging } from "#features/board/cards/useFrozenWhileDragging.ts";
import { selectRecentDone } from "#features/changes/shown/shownBoard.ts";

/**
 * Hides the older cards of Done until the user asks for them.
 *
 * @param all the column without filters
 * @param cards those of them that match the filters
 */
export function useOlderCards(
  status: TaskStatus,
  all: readonly TaskSummary[],
  cards: readonly TaskSummary[],
): { visible: readonly TaskSummary[]; olderCount: number; showOlder: () => void } {
  const recentDone = useFrozenWhileDragging(selectRecentDone);
  const [isOpen, setIsOpen] = useState(false);
  const isHiding = status === "Done" && !isOpen && recentDone !== undefined;
  const recent = isHiding ? countRecent(all, cards, recentDone) : cards.length;
  const visible = useMemo(
    () => (recent < cards.length ? cards.slice(0, recent) : cards),
    [cards, recent],
  );
  return {
    visible,
    olderCount: cards.length - recent,
    showOlder: () => setIsOpen(true),
  };
}

/** The number of `cards` that are among the first `recent` ones of the column. */
function countRecent(
  all: readonly TaskSummary[],
  cards: readonly TaskSummary[],
  recent: number,
): number {
  if (cards === all) return Math.min(recent, all.length);
  const ids = new Set(all.slice(0, recent).map(({ id }) => id));
  const older = cards.findIndex(({ id }) => !ids.has(id));
  return older === -1 ? cards.length : older;
}
