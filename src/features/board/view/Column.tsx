import { memo, useCallback, useId, useRef } from "react";
import { type DraggableChildrenFn, Droppable } from "react-beautiful-dnd";
import { useStore } from "react-redux";
import { COLUMN_LABELS, COLUMN_MAX } from "#contract/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import { LiftedCard } from "#features/board/dragging/LiftedCard.tsx";
import {
  columnSelectors,
  selectLanded,
  type WithBoard,
} from "#features/board/moves/boardSelectors.ts";
import { cx } from "#lib/cx.ts";
import { formatCount } from "#lib/formatCount.ts";
import { StatusIcon } from "#ui/StatusIcon.tsx";
import { CardList, type Names } from "./CardList.tsx";
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
  const store = useStore<WithBoard>();
  // Not in the list, which an empty column doesn't render. Landings before the mount don't count.
  const handledLandingRef = useRef(selectLanded(store.getState()));
  const headingId = useId();
  const label = COLUMN_LABELS[status];

  const renderClone: DraggableChildrenFn = useCallback(
    (provided, snapshot, rubric) => {
      const task = cards[rubric.source.index];
      if (!task) return null;
      return (
        <LiftedCard
          provided={provided}
          snapshot={snapshot}
          task={task}
          assignee={names.get(task.assignee_id ?? "")}
          today={today}
        />
      );
    },
    [cards, names, today],
  );

  return (
    <Droppable
      droppableId={status}
      mode="virtual"
      renderClone={renderClone}
      getContainerForClone={mainLandmark}
    >
      {(provided, { isDraggingOver, draggingFromThisWith }) => (
        <section
          aria-labelledby={headingId}
          className={cx(
            classes.column,
            classes[status.replace(" ", "")],
            isDraggingOver && draggingFromThisWith === null && classes.target,
          )}
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
          <div {...provided.droppableProps} ref={provided.innerRef} className={classes.scroller}>
            {cards.length === 0 ? (
              <p className={classes.empty}>No tasks</p>
            ) : (
              <CardList
                cards={cards}
                names={names}
                today={today}
                liftedId={draggingFromThisWith}
                handledLandingRef={handledLandingRef}
              />
            )}
          </div>
        </section>
      )}
    </Droppable>
  );
});

/** The lifted card is rendered in `<main>`, so that all content stays inside a landmark. */
function mainLandmark(): HTMLElement {
  return document.querySelector("main") ?? document.body;
}
