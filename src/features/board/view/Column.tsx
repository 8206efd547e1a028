import { memo, useId, useRef } from "react";
import { useSelector, useStore } from "react-redux";
import { COLUMN_LABELS, COLUMN_MAX } from "#contract/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import type { Names } from "#features/board/dragging/liftable.ts";
import {
  columnSelectors,
  selectLanded,
  selectLiftedId,
  type WithBoard,
} from "#features/board/moves/boardSelectors.ts";
import { cx } from "#lib/cx.ts";
import { formatCount } from "#lib/formatCount.ts";
import { StatusIcon } from "#ui/StatusIcon.tsx";
import { CardList } from "./CardList.tsx";
import classes from "./Column.module.css";
import { useFrozenWhileDragging } from "./useFrozenWhileDragging.ts";

/** A column of the board (§2): label, count and cards. Cards can be dropped on it. */
export const Column = memo(function Column({
  status,
  names,
  today,
}: {
  status: TaskStatus;
  names: Names;
  today: string;
}) {
  const cards = useFrozenWhileDragging(columnSelectors[status]);
  const liftedId = useSelector(selectLiftedId);
  const store = useStore<WithBoard>();
  // Not in the list, which an empty column doesn't render. Landings before the mount don't count.
  const handledLandingRef = useRef(selectLanded(store.getState()));
  const headingId = useId();
  const label = COLUMN_LABELS[status];

  return (
    <section
      aria-labelledby={headingId}
      className={cx(classes.column, classes[status.replace(" ", "")])}
    >
      <header className={classes.header}>
        <StatusIcon status={status} />
        <h2 id={headingId} className={classes.heading}>
          {label}
        </h2>
        <span className={classes.count}>
          {formatCount(cards.length)}
          {cards.length === COLUMN_MAX && "+"}
        </span>{" "}
        <span className="visually-hidden">{cards.length === 1 ? "task" : "tasks"}</span>
      </header>
      <div data-rfd-droppable-id={status} className={classes.scroller}>
        {cards.length === 0 ? (
          <p className={classes.empty}>No tasks</p>
        ) : (
          <CardList
            cards={cards}
            names={names}
            today={today}
            liftedId={liftedId}
            handledLandingRef={handledLandingRef}
          />
        )}
      </div>
    </section>
  );
});
