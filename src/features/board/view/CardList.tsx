import { observeElementRect, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { memo, useRef } from "react";
import { Draggable } from "react-beautiful-dnd";
import type { TaskSummary } from "#contract/task.ts";
import { useLanding, type Welcomed } from "#features/board/dragging/useLanding.ts";
import { BoardCard } from "./BoardCard.tsx";
import classes from "./Column.module.css";
import { useKeptPlace } from "./useKeptPlace.ts";

/** A card with a title of one line; the real heights are measured. */
const CARD_HEIGHT_PX = 84;
const GAP_PX = 8;

/** Users' names by id. */
export type Names = ReadonlyMap<string, string>;

type List = Virtualizer<HTMLElement, HTMLLIElement>;

/** Before the first layout a column has no height: then as much as the window may show. */
function observeHeight(list: List, report: (rect: { width: number; height: number }) => void) {
  return observeElementRect(list, ({ width, height }) =>
    report({ width, height: height || window.innerHeight }),
  );
}

/** The cards of a column that are in sight, and a few around. */
export const CardList = memo(function CardList({
  cards,
  names,
  today,
  liftedId,
  welcomed,
}: {
  cards: readonly TaskSummary[];
  names: Names;
  today: string;
  liftedId: string | null;
  welcomed: Welcomed;
}) {
  const element = useRef<HTMLUListElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which it would hinder, is not in use
  const list = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: cards.length,
    // The column around. Its own ref is not set yet when this list first asks.
    getScrollElement: () => element.current?.parentElement ?? null,
    estimateSize: () => CARD_HEIGHT_PX,
    getItemKey: (index) => cards[index]?.id ?? index,
    observeElementRect: observeHeight,
    gap: GAP_PX,
    overscan: 4,
    useFlushSync: false,
  });
  useKeptPlace(cards, list, element);
  useLanding(cards, list, element, welcomed);

  return (
    <ul ref={element} className={classes.list} style={{ height: list.getTotalSize() }}>
      {list.getVirtualItems().map((item) => {
        const task = cards[item.index];
        if (!task) return null;
        const lifted = task.id === liftedId;
        return (
          <li
            key={item.key}
            ref={list.measureElement}
            data-index={item.index}
            data-card={task.id}
            aria-setsize={cards.length}
            aria-posinset={item.index + 1}
            className={classes.slot}
            // The lifted card leaves its slot empty, which must keep its height.
            style={{
              transform: `translateY(${item.start}px)`,
              height: lifted ? item.size : undefined,
            }}
          >
            <DraggableCard
              task={task}
              index={item.index}
              assignee={names.get(task.assignee_id ?? "")}
              today={today}
            />
          </li>
        );
      })}
    </ul>
  );
});

const DraggableCard = memo(function DraggableCard({
  task,
  index,
  assignee,
  today,
}: {
  task: TaskSummary;
  index: number;
  assignee: string | undefined;
  today: string;
}) {
  return (
    <Draggable draggableId={task.id} index={index}>
      {({ innerRef, draggableProps, dragHandleProps }) => (
        // Without the library's style: a card lands on top, so no other card makes way for it.
        <div ref={innerRef} {...draggableProps} style={undefined}>
          <BoardCard task={task} assignee={assignee} today={today} handle={dragHandleProps} />
        </div>
      )}
    </Draggable>
  );
});
