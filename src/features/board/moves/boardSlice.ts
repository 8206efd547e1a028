import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import type { TaskStatus } from "#contract/task.ts";
import { boardApi } from "#features/board/boardApi.ts";
import type { StoredMove } from "#features/board/outbox/storedMove.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import { afterEvent, type CardMove, type MoveEvent, shownAt } from "./moveMachine.ts";
import { statusOf } from "./project.ts";
import { type DoneMove, remembered, without } from "./undo.ts";

/** How a move was asked for. */
export type MoveMeans = "pointer" | "keyboard" | "menu" | "undo";

/** The card that last came to stand somewhere new, and why. */
export interface Landing {
  cardId: string;
  by: MoveMeans | "rejection";
  at: number;
}

export type PendingMove = Exclude<CardMove, { phase: "settled" }>;

export interface BoardState {
  /** Counts what happened. Orders moves and boards without a clock on the wall, so that a log of actions replays to the same state. */
  clock: number;
  /** The clock when the connection last came back: what was asked for until then goes in order, one by one. */
  restored: number;
  /** The moves under way, by card. Their order is that of `Intent.at`. */
  moves: Record<string, PendingMove>;
  /** Boards asked for and not yet here: request id → clock. */
  requested: Record<string, number>;
  /** What can be undone, the newest last. */
  history: DoneMove[];
  drag: { phase: "idle" } | { phase: "dragging"; cardId: string };
  landed: Landing | null;
}

const initialState: BoardState = {
  clock: 0,
  restored: 0,
  moves: {},
  requested: {},
  history: [],
  drag: { phase: "idle" },
  landed: null,
};

interface Requested {
  cardId: string;
  title: string;
  /** Where the server's board has the card; null when it has no such card. */
  from: TaskStatus | null;
  to: TaskStatus;
  by: MoveMeans;
  /** The move that is undone: its `DoneMove.at`. */
  undoes?: number;
}

/** `at` names the intent that was sent: `Intent.at`. */
interface Sent {
  cardId: string;
  at: number;
}

const SETTLED: CardMove = { phase: "settled" };

function record(state: BoardState, cardId: string, event: MoveEvent): void {
  const before = state.moves[cardId] ?? SETTLED;
  const after = afterEvent(before, event);
  if (after === before) return;
  if (after.phase === "settled") delete state.moves[cardId];
  else state.moves[cardId] = after;
}

/** A move came to nothing: the card stands where it stood before, and there is nothing to undo. */
function revertMove(state: BoardState, cardId: string, at: number): void {
  state.landed = { cardId, by: "rejection", at: ++state.clock };
  state.history = without(state.history, cardId, at);
}

/** The move machine, the drag and the last landing: what only this browser knows of the board. */
export const boardSlice = createSlice({
  name: "board",
  initialState,
  reducers: {
    dragStarted(state, { payload }: PayloadAction<{ cardId: string }>) {
      state.drag = { phase: "dragging", cardId: payload.cardId };
    },
    /** A drag that ended without a move. */
    dragEnded(state) {
      state.drag = { phase: "idle" };
    },
    moveRequested(state, { payload }: PayloadAction<Requested>) {
      const { cardId, title, from, to, by, undoes } = payload;
      const now = ++state.clock;
      if (by === "pointer" || by === "keyboard") state.drag = { phase: "idle" };
      const shown = shownAt(state.moves[cardId] ?? SETTLED)?.to ?? from;
      if (shown === to) return;
      record(state, cardId, { type: "moveRequested", from, to, title, now });
      state.landed = { cardId, by, at: now };
      state.history = remembered(state.history, {
        cardId,
        title,
        from: shown,
        to,
        at: now,
        undoes,
      });
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
    /** The request was sent, and no answer will come: the server may have done it. */
    moveUnanswered(state, { payload }: PayloadAction<Sent>) {
      const now = ++state.clock;
      record(state, payload.cardId, { type: "moveUnanswered", at: payload.at, now });
    },
    /** Moves that an earlier page was asked for. What this page was asked for is newer. */
    movesRestored(state, { payload }: PayloadAction<readonly StoredMove[]>) {
      for (const move of payload.toSorted((a, b) => a.at - b.at)) {
        const now = ++state.clock;
        record(state, move.cardId, { type: "moveRestored", move, now });
      }
      state.restored = ++state.clock;
    },
    /** There is no undoing this move any more. */
    undoGivenUp(state, { payload }: PayloadAction<{ at: number }>) {
      state.history = state.history.filter(({ at }) => at !== payload.at);
    },
    movesDiscarded(state) {
      state.moves = {};
      state.history = [];
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(connectionRestored, (state) => {
        state.restored = ++state.clock;
      })
      .addMatcher(boardApi.endpoints.getBoard.matchPending, (state, { meta }) => {
        state.requested[meta.requestId] = ++state.clock;
      })
      .addMatcher(boardApi.endpoints.getBoard.matchFulfilled, (state, { meta, payload }) => {
        const requested = state.requested[meta.requestId];
        delete state.requested[meta.requestId];
        if (requested === undefined) return;
        const { restored } = state;
        for (const [cardId, before] of Object.entries(state.moves)) {
          const place = statusOf(payload, cardId);
          record(state, cardId, { type: "boardArrived", requested, place, restored });
          if (before.phase !== "unsure" || state.moves[cardId]) continue;
          if (place !== before.sent.to) revertMove(state, cardId, before.sent.at);
        }
      })
      .addMatcher(boardApi.endpoints.getBoard.matchRejected, (state, { meta }) => {
        delete state.requested[meta.requestId];
      })
      // Another person's session must not inherit moves.
      .addMatcher(api.util.resetApiState.match, (state) => ({
        ...initialState,
        clock: state.clock,
      }));
  },
});

export const {
  dragStarted,
  dragEnded,
  moveRequested,
  moveSent,
  moveConfirmed,
  moveRejected,
  moveUnanswered,
  movesRestored,
  movesDiscarded,
  undoGivenUp,
} = boardSlice.actions;
