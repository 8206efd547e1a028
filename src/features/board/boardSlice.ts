import type { TaskStatus } from "#contract/task.ts";
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { boardApi } from "./boardApi.ts";
import { afterEvent, type CardMove, type MoveEvent, shownAt } from "./moveMachine.ts";

/** How a move was asked for. */
export type MoveMeans = "pointer" | "keyboard" | "menu";

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
  /** The moves under way, by card. Their order is that of `Intent.at`. */
  moves: Record<string, PendingMove>;
  /** Boards asked for and not yet here: request id → clock. */
  requested: Record<string, number>;
  drag: { phase: "idle" } | { phase: "dragging"; cardId: string };
  landed: Landing | null;
}

const initialState: BoardState = {
  clock: 0,
  moves: {},
  requested: {},
  drag: { phase: "idle" },
  landed: null,
};

interface Requested {
  cardId: string;
  /** Where the server's board has the card; null when it has no such card. */
  from: TaskStatus | null;
  to: TaskStatus;
  by: MoveMeans;
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
      const { cardId, from, to, by } = payload;
      const now = ++state.clock;
      if (by !== "menu") state.drag = { phase: "idle" };
      const shown = shownAt(state.moves[cardId] ?? SETTLED)?.to ?? from;
      if (shown === to) return;
      record(state, cardId, { type: "moveRequested", from, to, now });
      state.landed = { cardId, by, at: now };
    },
    moveSent(state, { payload }: PayloadAction<Sent>) {
      record(state, payload.cardId, { type: "moveSent", at: payload.at });
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
      const returns = before?.phase === "sending" && after?.phase !== "sending";
      if (returns) state.landed = { cardId, by: "rejection", at: ++state.clock };
    },
  },
  extraReducers: (builder) => {
    builder
      .addMatcher(boardApi.endpoints.getBoard.matchPending, (state, { meta }) => {
        state.requested[meta.requestId] = ++state.clock;
      })
      .addMatcher(boardApi.endpoints.getBoard.matchFulfilled, (state, { meta }) => {
        const requested = state.requested[meta.requestId];
        delete state.requested[meta.requestId];
        if (requested === undefined) return;
        for (const cardId of Object.keys(state.moves)) {
          record(state, cardId, { type: "boardArrived", requested });
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

export const { dragStarted, dragEnded, moveRequested, moveSent, moveConfirmed, moveRejected } =
  boardSlice.actions;
