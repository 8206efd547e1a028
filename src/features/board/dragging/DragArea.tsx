import { type RefObject, useCallback, useEffect, useMemo, useState } from "react";
import {
  DragDropContext,
  type DraggableChildrenFn,
  type DragStart,
  type DragUpdate,
  type DropResult,
  type ResponderProvided,
} from "react-beautiful-dnd";
import { useDispatch, useStore } from "react-redux";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import {
  HANDLES,
  shownCount,
  shownPosition,
  type UserNames,
} from "#features/board/cards/liftable.ts";
import { dragEnded, dragStarted } from "#features/board/data/boardSlice.ts";
import type { FilteredBoard } from "#features/board/filter/filterBoard.ts";
import { CardActions } from "#features/board/selection/CardActions.tsx";
import { requestMoves } from "#features/changes/actions/requestChanges.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import {
  columnSelectors,
  selectDragging,
  selectShownTasks,
} from "#features/changes/shown/shownBoard.ts";
import { type DragSurface, DropTarget } from "#features/dragging/DropTarget.tsx";
import { styleNonce } from "#features/dragging/library.ts";
import { sensors } from "#features/dragging/sensors.ts";
import type { Liftable } from "#features/dragging/slots.ts";
import { ChangeQuestion, mustAsk, scopeOf } from "#features/pickers/ChangeQuestion.tsx";
import { startRunListeners } from "#features/runs/runListeners.ts";
import { changeByServer } from "#features/runs/runsApi.ts";
import { selectSelected, type WithSelection } from "#features/selection/selectionSlice.ts";
import type { StoreParts } from "#lib/storeParts.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import * as spoken from "./announcements.ts";
import { LiftedCard } from "./LiftedCard.tsx";

export const storeParts: StoreParts = { listeners: [startRunListeners] };

/**
 * The sensors scroll by columns. With speed 0 the library still scrolls to a column when keys move
 * a card.
 */
const NO_FLUID_SCROLL = { maxPixelScroll: 0, startFromPercentage: 0, maxScrollAtPercentage: 0 };

/** Cards that were dropped in another column. */
interface Moves {
  tasks: readonly Pick<TaskSummary, "id" | "title" | "status">[];
  to: TaskStatus;
  by: "keyboard" | "pointer";
}

/** The library's callbacks. They announce each step of a drag, and request a move on a drop. */
function useResponders(ask: (moves: Moves) => void) {
  const store = useStore<WithChanges & WithSelection>();
  const dispatch: StoreDispatch<WithChanges> = store.dispatch;

  // Leaving the page during a drag must unfreeze the board.
  useEffect(
    () => () => {
      if (selectDragging(store.getState())) store.dispatch(dragEnded());
    },
    [store],
  );

  return useMemo(() => {
    function titleOf({ draggableId, source }: DragStart): string {
      const status = spoken.asStatus(source.droppableId);
      const cards = status ? columnSelectors[status](store.getState()) : [];
      return cards.find((card) => card.id === draggableId)?.title ?? "The card";
    }
    /** The other selected cards, which move along with a selected one. */
    function alongWith({ draggableId }: DragStart) {
      const state = store.getState();
      const ids = selectSelected(state, "board");
      const others = ids.includes(draggableId) ? ids : [];
      return selectShownTasks(state, others).filter(({ id }) => id !== draggableId);
    }
    /** The card's position after a drop in a column. In another column it lands at the top. */
    function positionIn(status: TaskStatus | null, start: DragStart): string {
      return status && status !== start.source.droppableId
        ? `1 of ${shownCount(status) + 1 + alongWith(start).length}`
        : shownPosition(start.draggableId);
    }
    return {
      // The library has measured the cards, and shows its copy of this one from now on.
      onBeforeDragStart({ draggableId }: DragStart) {
        store.dispatch(dragStarted({ cardId: draggableId }));
      },
      onDragStart(start: DragStart, { announce }: ResponderProvided) {
        const from = spoken.asStatus(start.source.droppableId);
        if (from) announce(spoken.lifted(titleOf(start), from, positionIn(from, start)));
      },
      onDragUpdate(update: DragUpdate, { announce }: ResponderProvided) {
        const over = spoken.asStatus(update.destination?.droppableId);
        announce(spoken.over(over, positionIn(over, update)));
      },
      onDragEnd(result: DropResult, { announce }: ResponderProvided) {
        const from = spoken.asStatus(result.source.droppableId);
        const to = spoken.asStatus(result.destination?.droppableId);
        const title = titleOf(result);
        const position = positionIn(result.reason === "CANCEL" ? from : to, result);
        if (from && to && to !== from) {
          const by = result.mode === "SNAP" ? "keyboard" : "pointer";
          // The last card lands at the top, so the dragged one comes last. It may have been deleted
          // during the drag.
          const dragged = { id: result.draggableId, title, status: from };
          const moves = { tasks: [...alongWith(result).toReversed(), dragged], to, by } as const;
          if (mustAsk("status", scopeOf(moves.tasks))) {
            store.dispatch(dragEnded());
            ask(moves);
            return;
          }
          dispatch(requestMoves(moves.tasks, to, by));
        } else {
          store.dispatch(dragEnded());
        }
        if (!from) return;
        announce(
          result.reason === "CANCEL"
            ? spoken.cancelled(title, from, position)
            : spoken.dropped(title, from, to, position),
        );
      },
    };
  }, [store, dispatch, ask]);
}

/**
 * Lets users drag cards between the columns of `board`, and go from card to card by keys. It renders
 * no columns and no cards, only what the library needs to know about them. So it can be added to a
 * board that is already shown, and React remounts nothing.
 */
export function DragArea({
  board,
  cards,
  filtered,
  ...shown
}: {
  board: RefObject<HTMLElement | null>;
  /** The cards that the library may lift, or move a card next to. */
  cards: readonly Liftable[];
  filtered: FilteredBoard | null;
  names: UserNames;
  today: string;
}) {
  const [asked, ask] = useState<Moves | null>(null);
  const responders = useResponders(ask);
  const surface = useMemo(() => ({ element: board, handles: HANDLES, hasSlots: true }), [board]);
  return (
    <>
      <CardActions board={board} filtered={filtered} />
      <DragDropContext
        {...responders}
        {...styleNonce()}
        // The cards have a description of their own.
        dragHandleUsageInstructions=""
        enableDefaultSensors={false}
        sensors={sensors}
        autoScrollerOptions={NO_FLUID_SCROLL}
      >
        {TASK_STATUSES.map((status) => (
          <ColumnTarget
            key={status}
            status={status}
            surface={surface}
            cards={cards.filter((card) => card.status === status)}
            {...shown}
          />
        ))}
      </DragDropContext>
      {asked && <MoveQuestion moves={asked} onClose={() => ask(null)} />}
    </>
  );
}

/** A column, and its draggable cards. */
function ColumnTarget({
  surface,
  status,
  cards,
  names,
  today,
}: {
  surface: DragSurface;
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
  return <DropTarget surface={surface} id={status} cards={cards} renderClone={renderClone} />;
}

/** Asks before a drop moves many cards. They stay where they are until then. */
function MoveQuestion({
  moves: { tasks, to, by },
  onClose,
}: {
  moves: Moves;
  onClose: () => void;
}) {
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();
  return (
    <ChangeQuestion
      field="status"
      word={to}
      scope={scopeOf(tasks)}
      onConfirm={() => {
        onClose();
        if (!dispatch(changeByServer(tasks, { status: to }))) dispatch(requestMoves(tasks, to, by));
      }}
      onCancel={onClose}
    />
  );
}
