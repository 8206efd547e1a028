import { type RefObject, useLayoutEffect } from "react";
import {
  Draggable,
  type DraggableChildrenFn,
  type DraggableProvided,
  Droppable,
} from "react-beautiful-dnd";
import { setAttributes, targetSelector } from "./library.ts";
import { type Liftable, slotSelector } from "./slots.ts";

/** The screen whose cards or rows are dragged. */
export interface DragSurface {
  element: RefObject<HTMLElement | null>;
  /** The elements of a card that lift it. */
  handles: string;
  /** Whether a card is inside its slot. A row is its own slot. */
  hasSlots: boolean;
}

/** Registers a column or group and its draggable cards with the drag-and-drop library. */
export function DropTarget({
  surface,
  id,
  cards,
  isDisabled = false,
  renderClone,
}: {
  surface: DragSurface;
  /** The id by which {@link targetSelector} finds the element. */
  id: string;
  cards: readonly Liftable[];
  /** Whether nothing can be dropped in it. */
  isDisabled?: boolean;
  /** What is dragged. */
  renderClone: DraggableChildrenFn;
}) {
  return (
    <Droppable
      droppableId={id}
      mode="virtual"
      isDropDisabled={isDisabled}
      renderClone={renderClone}
      getContainerForClone={mainLandmark}
    >
      {({ innerRef }, { isDraggingOver, draggingFromThisWith }) => (
        <>
          <TargetElement
            surface={surface}
            id={id}
            innerRef={innerRef}
            isTarget={isDraggingOver && draggingFromThisWith === null}
          />
          {cards.map(({ id: cardId, index }) => (
            <Draggable
              key={cardId}
              draggableId={cardId}
              index={index}
              // One of a card's drag handles is a button, and the library ignores buttons by
              // default.
              disableInteractiveElementBlocking
            >
              {(provided) => <CardElement surface={surface} id={cardId} provided={provided} />}
            </Draggable>
          ))}
        </>
      )}
    </Droppable>
  );
}

/** Registers the target's element, and marks it while a card is over it. */
function TargetElement({
  surface: { element },
  id,
  innerRef,
  isTarget,
}: {
  surface: DragSurface;
  id: string;
  innerRef: (element: HTMLElement | null) => void;
  isTarget: boolean;
}) {
  useLayoutEffect(() => {
    const list = element.current?.querySelector<HTMLElement>(targetSelector(id)) ?? null;
    innerRef(list);
    list?.closest("section, tbody")?.toggleAttribute("data-target", isTarget);
  }, [element, id, innerRef, isTarget]);
  return null;
}

/** Registers a card, and sets the attributes that the library uses to find the card and its handles. */
function CardElement({
  surface: { element, handles, hasSlots },
  id,
  provided: { innerRef, draggableProps, dragHandleProps },
}: {
  surface: DragSurface;
  id: string;
  provided: DraggableProvided;
}) {
  // Runs after each render, because the card may have a new element.
  useLayoutEffect(() => {
    const slot = element.current?.querySelector(slotSelector(id));
    const card = hasSlots ? slot?.firstElementChild : slot;
    if (!(card instanceof HTMLElement) || !dragHandleProps) return;
    innerRef(card);
    setAttributes(card, draggableProps);
    for (const handle of card.querySelectorAll(handles)) setAttributes(handle, dragHandleProps);
  });
  return null;
}

/** The lifted card is rendered in `<main>`, so that all content stays inside a landmark. */
function mainLandmark(): HTMLElement {
  return document.querySelector("main") ?? document.body;
}
