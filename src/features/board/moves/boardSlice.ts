import { createSlice, isAnyOf, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { queryOutdated } from "#api/refetch.ts";
import { listTag, type Tag } from "#api/tags.ts";
import type { TaskStatus } from "#contract/task.ts";
import { boardApi } from "#features/board/boardApi.ts";
import { otherUserArrived } from "#features/board/outbox/otherUser.ts";
import type { Neighbours, StoredMove } from "#features/board/outbox/storedMove.ts";
import { type DoneSave, MAX_UNDOABLE_SAVES } from "#features/board/saves/doneSave.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import { type BoardState, type MoveMeans, NO_MOVES } from "./boardState.ts";
import { afterEvent, type CardMove, type MoveEvent, shownAt } from "./moveMachine.ts";
import { columnOf } from "./project.ts";
import { withMove, withoutFailed, withUndo } from "./undo.ts";

interface Requested {
  cardId: string;
  title: string;
  /** The card's column on the server's board; null if it has no such card. */
  from: TaskStatus | null;
  to: TaskStatus;
  by: MoveMeans;
  /** The cards that are beside the card before the move, for Undo. */
  leaves?: Neighbours | undefined;
  /** As in `Intent`. */
  beside?: Neighbours | undefined;
  /** The same for all cards that are moved together. */
  group?: number;
  /** As in `Intent`. */
  when: number;
  /** The `DoneMove.at` of the move to undo. */
  undoes?: number;
}

/** `at` is the `Intent.at` of the move that was sent. The request's id is for developers only. */
interface Sent {
  cardId: string;
  at: number;
  requestId?: string;
}

const SETTLED: CardMove = { phase: "settled" };

function record(state: BoardState, cardId: string, event: MoveEvent): void {
  const before = state.moves[cardId] ?? SETTLED;
  const after = afterEvent(before, event);
  if (after === before) return;
  if (after.phase === "settled") delete state.moves[cardId];
  else state.moves[cardId] = after;
}

/** A move failed: the card is back in its column, and there is nothing to undo. */
function revertMove(state: BoardState, cardId: string, at: number): void {
  state.landed = { cardId, by: "rejection", at: ++state.clock };
  state.history = withoutFailed(state.history, cardId, at);
}

/** The ids that tags name; null if they make all tasks stale. */
function taskIds(tags: readonly Tag[]): string[] | null {
  if (tags.includes("Task")) return null;
  const list = listTag("Task").id;
  return tags.flatMap((tag) =>
    typeof tag === "object" && tag.type === "Task" && tag.id !== list ? [String(tag.id)] : [],
  );
}

/**
 * The tasks that a response with the board's changes must contain: those in events, and those of
 * confirmed moves. Null if the whole board is needed.
 */
function expectedTasks({ outdated, moves }: BoardState): string[] | null {
  const all = Object.entries(moves);
  // A move with an unknown outcome needs the whole board: the changes may come from a server
  // process that doesn't know of the move yet.
  if (!outdated || all.some(([, { phase }]) => phase === "unsure")) return null;
  return [...outdated, ...all.flatMap(([cardId, { known }]) => (known ? [cardId] : []))];
}

/** The client's own state of the board: pending moves, the drag and the last landing. */
export const boardSlice = createSlice({
  name: "board",
  initialState: NO_MOVES,
  reducers: {
    dragStarted(state, { payload }: PayloadAction<{ cardId: string }>) {
      state.drag = { phase: "dragging", cardId: payload.cardId };
    },
    /** A drag that ended without a move. */
    dragEnded(state) {
      state.drag = { phase: "idle" };
    },
    moveRequested: {
      prepare: (requested: Omit<Requested, "when">) => ({
        payload: { ...requested, when: Date.now() },
      }),
      reducer(state, { payload }: PayloadAction<Requested>) {
        const { cardId, title, from, to, by, leaves, beside, group, undoes, when } = payload;
        const now = ++state.clock;
        if (by === "pointer" || by === "keyboard") state.drag = { phase: "idle" };
        const shown = shownAt(state.moves[cardId] ?? SETTLED)?.to ?? from;
        if (shown === to) return;
        record(state, cardId, { type: "moveRequested", from, to, beside, title, when, now });
        state.landed = { cardId, by, at: now };
        const move = { cardId, title, from: shown, to, leaves, at: now, group: group ?? now };
        state.history =
          undoes === undefined
            ? withMove(state.history, move)
            : withUndo(state.history, undoes, now);
      },
    },
    /** Scrolls to a card and focuses it, if the board shows it. */
    cardRevealed(state, { payload }: PayloadAction<{ cardId: string }>) {
      state.landed = { cardId: payload.cardId, by: "keyboard", at: ++state.clock };
    },
    moveSent(state, { payload }: PayloadAction<Sent>) {
      const now = ++state.clock;
      record(state, payload.cardId, { type: "moveSent", at: payload.at, now });
    },
    moveConfirmed(state, { payload }: PayloadAction<Sent>) {
      const now = ++state.clock;
      record(state, payload.cardId, { type: "moveConfirmed", at: payload.at, now });
    },
    moveRejected(state, { payload }: PayloadAction<Sent>) {
      const { cardId, at } = payload;
      const before = state.moves[cardId];
      record(state, cardId, { type: "moveRejected", at });
      const after = state.moves[cardId];
      if (before?.phase === "sending" && after?.phase !== "sending") revertMove(state, cardId, at);
    },
    /** No response will arrive. The server may or may not have applied the move. */
    moveUnanswered(state, { payload }: PayloadAction<Sent>) {
      const now = ++state.clock;
      record(state, payload.cardId, { type: "moveUnanswered", at: payload.at, now });
    },
    /** The server is busy, and takes the move later. */
    moveDelayed(state, { payload }: PayloadAction<Sent>) {
      record(state, payload.cardId, { type: "moveDelayed", at: payload.at });
    },
    /** Moves that the outbox has kept, from before a reload or of a closed tab. */
    movesRestored(state, { payload }: PayloadAction<readonly StoredMove[]>) {
      const groups = new Map<number, number>();
      for (const move of payload.toSorted((a, b) => a.at - b.at)) {
        const { cardId, title, to, undo } = move;
        const now = ++state.clock;
        record(state, cardId, { type: "moveRestored", move, now });
        const after = state.moves[cardId];
        // A newer move of this tab is kept instead.
        if (!undo || !after || shownAt(after)?.at !== now) continue;
        const group = groups.get(undo.group) ?? now;
        groups.set(undo.group, group);
        state.history = withMove(state.history, { ...undo, cardId, title, to, at: now, group });
      }
      state.restored = ++state.clock;
    },
    /** This move can no longer be undone. */
    undoGivenUp(state, { payload }: PayloadAction<{ at: number }>) {
      state.history = state.history.filter(({ at }) => at !== payload.at);
    },
    /** The form has saved a task. */
    taskSaved(state, { payload }: PayloadAction<Omit<DoneSave, "at">>) {
      state.saves = [...state.saves, { ...payload, at: ++state.clock }].slice(-MAX_UNDOABLE_SAVES);
    },
    saveUndoStarted(state, { payload }: PayloadAction<{ at: number }>) {
      state.saves = state.saves.map((save) =>
        save.at === payload.at ? { ...save, isUndoing: true } : save,
      );
    },
    /** The save was not undone, and can be undone again. */
    saveUndoFailed(state, { payload }: PayloadAction<{ at: number }>) {
      state.saves = state.saves.map(({ isUndoing, ...save }) =>
        isUndoing && save.at !== payload.at ? { ...save, isUndoing } : save,
      );
    },
    /** This save was undone, or can no longer be undone. */
    saveGivenUp(state, { payload }: PayloadAction<{ at: number }>) {
      state.saves = state.saves.filter(({ at }) => at !== payload.at);
    },
    movesDiscarded(state) {
      state.moves = {};
      state.history = [];
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(queryOutdated, (state, { payload: { endpointName, tags } }) => {
        if (endpointName === boardApi.endpoints.getBoard.name) state.outdated = taskIds(tags);
      })
      .addCase(connectionRestored, (state) => {
        state.restored = ++state.clock;
      })
      .addMatcher(boardApi.endpoints.getBoard.matchPending, (state, { meta }) => {
        state.requested[meta.requestId] = ++state.clock;
        state.expected = expectedTasks(state);
        state.outdated = null;
      })
      .addMatcher(boardApi.endpoints.getBoard.matchFulfilled, (state, { meta, payload }) => {
        const requested = state.requested[meta.requestId];
        delete state.requested[meta.requestId];
        if (requested === undefined) return;
        state.arrived = requested;
        const { restored } = state;
        for (const [cardId, before] of Object.entries(state.moves)) {
          const place = columnOf(payload, cardId);
          record(state, cardId, { type: "boardArrived", requested, place, restored });
          if (before.phase !== "unsure" || state.moves[cardId]) continue;
          if (place !== before.sent.to) revertMove(state, cardId, before.sent.at);
        }
      })
      .addMatcher(boardApi.endpoints.getBoard.matchRejected, (state, { meta }) => {
        delete state.requested[meta.requestId];
      })
      // Another user's session must not inherit moves.
      .addMatcher(isAnyOf(api.util.resetApiState, otherUserArrived), (state) => ({
        ...NO_MOVES,
        clock: state.clock,
      }));
  },
});

export const {
  dragStarted,
  dragEnded,
  cardRevealed,
  moveRequested,
  moveSent,
  moveConfirmed,
  moveDelayed,
  moveRejected,
  moveUnanswered,
  movesRestored,
  movesDiscarded,
  saveGivenUp,
  saveUndoFailed,
  saveUndoStarted,
  taskSaved,
  undoGivenUp,
} = boardSlice.actions;
