import { clearAllListeners } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { createCallWatch } from "#api/callWatch.ts";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { makeExtra, makeStore } from "#app/store.ts";
import type { TaskStatus } from "#contract/task.ts";
import { boardApi } from "#features/board/boardApi.ts";
import {
  selectNeighbours,
  selectServerTask,
  selectShownBoard,
} from "#features/board/moves/boardSelectors.ts";
import {
  dragEnded,
  dragStarted,
  type MoveMeans,
  moveRequested,
} from "#features/board/moves/boardSlice.ts";
import { newestDone } from "#features/board/moves/undo.ts";
import { undoMove } from "#features/board/moves/undoMove.ts";
import { createRefresher } from "#session/reauth.ts";
import type { TokenVault } from "#session/tokens.ts";
import { openInvalidationQueue } from "#sync/live/invalidationQueue.ts";
import type { Client } from "./client.ts";

/** Calls are never overdue here; the connection has its own tests. */
const NEVER = 1e9;

/** The app without its screens: store, listeners and API calls. */
export function createAppClient(tokens: TokenVault): Client {
  const refresher = createRefresher({ tokens, retryDelayMs: 1 });
  const calls = createCallWatch(NEVER);
  const extra = makeExtra({
    tokens,
    refresher,
    calls,
    locks: undefined,
    retryDelayMs: 1,
    failedQueryRetryMs: null,
  });
  const user = tokens.user;
  const store = makeStore({ session: { status: "signedIn", user } }, extra);
  const { getBoard } = boardApi.endpoints;

  const queue = openInvalidationQueue({
    dispatch: store.dispatch,
    getState: store.getState,
    clientId: extra.clientId,
    userId: user?.id ?? "",
    intervalMs: 350,
  });

  function request(cardId: string, to: TaskStatus, by: MoveMeans) {
    const task = selectServerTask(store.getState(), cardId);
    const { title = "", status = null } = task ?? {};
    const leaves = selectNeighbours(store.getState(), cardId);
    store.dispatch(moveRequested({ cardId, title, from: status, to, by, leaves }));
  }

  return {
    open: () => void store.dispatch(getBoard.initiate()),
    move: (cardId, to) => request(cardId, to, "menu"),
    lift: (cardId) => void store.dispatch(dragStarted({ cardId })),
    drop(cardId, to) {
      if (to) request(cardId, to, "pointer");
      else store.dispatch(dragEnded());
    },
    undo: () => store.dispatch(undoMove()),
    refetch: () =>
      void store.dispatch(getBoard.initiate(undefined, { forceRefetch: true, subscribe: false })),
    hear: (id) => queue.take({ type: "task", id, change: "updated", by: null }),
    hearReset: () => queue.addAll(),
    close() {
      queue.close();
      store.dispatch(clearAllListeners());
      store.dispatch(api.util.resetApiState());
    },
    shown: () => selectShownBoard(store.getState()),
    boardRequest: () => getBoard.select()(store.getState()).requestId,
    boardStatus: () => getBoard.select()(store.getState()).status,
    lastMove: () => store.getState().board.landed?.at ?? 0,
    sentMove(cardId) {
      const move = store.getState().board.moves[cardId];
      return move && "sent" in move ? move.sent.at : undefined;
    },
    wantedMove(cardId) {
      const move = store.getState().board.moves[cardId];
      if (!move || move.phase === "confirmed") return undefined;
      return "want" in move ? move.want.at : move.sent.at;
    },
    isPending(cardId) {
      const move = store.getState().board.moves[cardId];
      return move !== undefined && move.phase !== "confirmed";
    },
    isOffline: () => selectIsOffline(store.getState()),
    lastBeforeReturn: () => store.getState().board.restored,
    undoable() {
      const done = newestDone(store.getState().board.history);
      return done && { cardId: done.cardId, to: done.from, move: done.at };
    },
  };
}
