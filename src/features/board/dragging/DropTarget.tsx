import { type RefObject, useCallback, useLayoutEffect } from "react";
import {
  Draggable,
  type DraggableChildrenFn,
  type DraggableProvided,
  Droppable,
} from "react-beautiful-dnd";
import type { TaskStatus } from "#contract/task.ts";
import {
  columnSelector,
  HANDLES,
  type Liftable,
  slotSelector,
  type UserNames,
} from "#features/board/cards/liftable.ts";
import { LiftedCard } from "./LiftedCard.tsx";

type Board = RefObject<HTMLElement | null>;

/** Registers a column and its draggable cards with the drag-and-drop library. */
export function DropTarget({
  board,
  status,
  cards,
  names,
  today,
}: {
  board: Board;
  status: TaskStatus;
  cards: readonly Liftable[];
  names: UserNames;
  today: string;
}) {
  const renderClone: DraggableChildrenFn = useCallback(
    (provided, snapshot, { draggableId }) => (
      <LiftedCard
        provided={provided}
        snapshot={snapshot}
        status={status}
        cardId={draggableId}
        names={names}
        today={today}
      />
    ),
    [status, names, today],
  );
  return (
    <Droppable
      droppableId={status}
      mode="virtual"
      renderClone={renderClone}
      getContainerForClone={mainLandmark}
    >
      {({ innerRef }, { isDraggingOver, draggingFromThisWith }) => (
        <>
          <ColumnElement
            board={board}
            status={status}
            innerRef={innerRef}
            isTarget={isDraggingOver && draggingFromThisWith === null}
          />
          {cards.map(({ id, index }) => (
            <Draggable
              key={id}
              draggableId={id}
              index={index}
              // One of a card's drag handles is a button, and the library ignores buttons by
              // default.
              disableInteractiveElementBlocking
            >
              {(provided) => <CardElement board={board} id={id} provided={provided} />}
            </Draggable>
          ))}
        </>
      )}
    </Droppable>
  );
}

/** Registers the column's list, and marks the column that a dragged card is over. */
function ColumnElement({
  board,
  status,
  innerRef,
  isTarget,
}: {
  board: Board;
  status: TaskStatus;
  innerRef: (element: HTMLElement | null) => void;
  isTarget: boolean;
}) {
  useLayoutEffect(() => {
    const list = board.current?.querySelector<HTMLElement>(columnSelector(status)) ?? null;
    innerRef(list);
    list?.closest("section")?.toggleAttribute("data-target", isTarget);
  }, [board, status, innerRef, isTarget]);
  return null;
}

/** Registers a card, and sets the attributes that the library uses to find the card and its handles. */
function CardElement({
  board,
  id,
  provided: { innerRef, draggableProps, dragHandleProps },
}: {
  board: Board;
  id: string;
  provided: DraggableProvided;
}) {
  // Runs after each render, because the card may have a new element.
  useLayoutEffect(() => {
    const slot = board.current?.querySelector(slotSelector(id));
    const card = slot?.firstElementChild;
    if (!(card instanceof HTMLElement) || !dragHandleProps) return;
    innerRef(card);
    copyData(draggableProps, card);
    for (const handle of card.querySelectorAll(HANDLES)) copyData(dragHandleProps, handle);
  });
  return null;
}

function copyData(props: object, element: Element): void {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("data-")) element.setAttribute(name, String(value));
  }
}

/** The lifted card is rendered in `<main>`, so that all content stays inside a landmark. */
function mainLandmark(): HTMLElement {
  return document.querySelector("main") ?? document.body;
}
