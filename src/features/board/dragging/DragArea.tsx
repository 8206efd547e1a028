import { type ReactNode, useEffect, useMemo } from "react";
import {
  type BeforeCapture,
  DragDropContext,
  type DragStart,
  type DragUpdate,
  type DropResult,
  type ResponderProvided,
} from "react-beautiful-dnd";
import { useStore } from "react-redux";
import {
  columnSelectors,
  selectDragging,
  type WithBoard,
} from "#features/board/moves/boardSelectors.ts";
import { dragEnded, dragStarted } from "#features/board/moves/boardSlice.ts";
import { useRequestMove } from "#features/board/moves/useRequestMove.ts";
import * as spoken from "./announcements.ts";
import { sensors } from "./sensors.ts";

/** Lets users drag cards between the columns inside it. */
export function DragArea({ children }: { children: ReactNode }) {
  const store = useStore<WithBoard>();
  const requestMove = useRequestMove();

  const responders = useMemo(() => {
    function titleOf({ draggableId, source }: DragStart): string {
      const status = spoken.asStatus(source.droppableId);
      const cards = status ? columnSelectors[status](store.getState()) : [];
      return cards.find((card) => card.id === draggableId)?.title ?? "The card";
    }
    return {
      onBeforeCapture({ draggableId }: BeforeCapture) {
        store.dispatch(dragStarted({ cardId: draggableId }));
      },
      onDragStart(start: DragStart, { announce }: ResponderProvided) {
        const from = spoken.asStatus(start.source.droppableId);
        if (from) announce(spoken.lifted(titleOf(start), from));
      },
      onDragUpdate(update: DragUpdate, { announce }: ResponderProvided) {
        announce(spoken.over(spoken.asStatus(update.destination?.droppableId)));
      },
      onDragEnd(result: DropResult, { announce }: ResponderProvided) {
        const from = spoken.asStatus(result.source.droppableId);
        const to = spoken.asStatus(result.destination?.droppableId);
        const title = titleOf(result);
        if (from && to && to !== from) {
          requestMove(result.draggableId, to, result.mode === "SNAP" ? "keyboard" : "pointer");
        } else {
          store.dispatch(dragEnded());
        }
        if (!from) return;
        announce(
          result.reason === "CANCEL"
            ? spoken.cancelled(title, from)
            : spoken.dropped(title, from, to),
        );
      },
    };
  }, [store, requestMove]);

  // Leaving the page during a drag must unfreeze the board.
  useEffect(
    () => () => {
      if (selectDragging(store.getState())) store.dispatch(dragEnded());
    },
    [store],
  );

  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return (
    <DragDropContext
      {...responders}
      {...(nonce && { nonce })}
      dragHandleUsageInstructions={spoken.DRAG_INSTRUCTIONS}
      enableDefaultSensors={false}
      sensors={sensors}
    >
      {children}
    </DragDropContext>
  );
}
