import { type MouseEvent, useMemo, useState } from "react";
import { RECENT_DAYS } from "#contract/board.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import type { TaskStatus } from "#contract/task.ts";
import { useFrozenWhileDragging } from "#features/board/cards/useFrozenWhileDragging.ts";
import { selectRecentDone } from "#features/changes/shown/shownBoard.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { Button } from "#ui/button/Button.tsx";
import classes from "./Column.module.css";

/** The button that shows the older cards of Done. The first of them then has the focus. */
export function OlderCards({
  count,
  index,
  onShow,
}: {
  count: number;
  /** The index of the first older card. */
  index: number;
  onShow: () => void;
}) {
  function show({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const column = currentTarget.closest("section");
    onShow();
    requestAnimationFrame(() => {
      column?.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus();
    });
  }
  return (
    <div className={classes.older}>
      {index === 0 && <p>Nothing was done in the last {RECENT_DAYS} days</p>}
      <Button size="sm" variant="ghost" onClick={show}>
        Show {formatCount(count)} older
      </Button>
    </div>
  );
}

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
