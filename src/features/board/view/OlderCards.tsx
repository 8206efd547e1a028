import type { MouseEvent } from "react";
import { RECENT_DAYS } from "#contract/board.ts";
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
