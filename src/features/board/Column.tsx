import { type CSSProperties, memo, useCallback, useId } from "react";
import { type DraggableChildrenFn, type DraggableStyle, Droppable } from "react-beautiful-dnd";
import { COLUMN_LABELS } from "#contract/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import { cx } from "#lib/cx.ts";
import { StatusIcon } from "#ui/StatusIcon.tsx";
import { BoardCard } from "./BoardCard.tsx";
import { columnSelectors } from "./boardSelectors.ts";
import { CardList } from "./CardList.tsx";
import classes from "./Column.module.css";
import { useShown } from "./useShown.ts";

export type Names = ReadonlyMap<string, string>;

/** A status's cards (§2): its label, their count, and the list that cards are dropped on. */
export const Column = memo(function Column({
  status,
  names,
  today,
}: {
  status: TaskStatus;
  /** Users' names by id. */
  names: Names;
  today: string;
}) {
  const cards = useShown(columnSelectors[status]);
  const headingId = useId();
  const label = COLUMN_LABELS[status];

  const renderClone: DraggableChildrenFn = useCallback(
    (provided, snapshot, rubric) => {
      const task = cards[rubric.source.index];
      if (!task) return null;
      const style = landing(
        provided.draggableProps.style,
        snapshot.isDropAnimating,
        snapshot.draggingOver !== null,
      );
      return (
        <div ref={provided.innerRef} {...provided.draggableProps} style={style} data-lifted>
          <BoardCard
            task={task}
            assignee={names.get(task.assignee_id ?? "")}
            today={today}
            handle={provided.dragHandleProps}
            lifted
          />
        </div>
      );
    },
    [cards, names, today],
  );

  return (
    <Droppable droppableId={status} mode="virtual" renderClone={renderClone}>
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
            <span className={classes.count}>{cards.length}</span>
            <span className="visually-hidden">{cards.length === 1 ? "task" : "tasks"}</span>
          </header>
          <div {...provided.droppableProps} ref={provided.innerRef} className={classes.scroller}>
            {cards.length === 0 ? (
              <p className={classes.empty}>No tasks</p>
            ) : (
              <CardList cards={cards} names={names} today={today} liftedId={draggingFromThisWith} />
            )}
          </div>
        </section>
      )}
    </Droppable>
  );
});

/**
 * The library takes 330 ms and more to let a card fall into place. A dropped card stands on top of
 * its column, wherever it was let go: it goes there at once (never in no time at all, for the end
 * of the transition is what ends the drag). A card that goes back may be seen to do so.
 */
function landing(
  style: DraggableStyle | undefined,
  dropping: boolean,
  overColumn: boolean,
): CSSProperties | undefined {
  if (!style || !dropping) return style;
  return { ...style, transitionDuration: overColumn ? "0.001s" : "0.15s" };
}
