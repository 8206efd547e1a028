import { clearAllListeners } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { createCallWatch } from "#api/callWatch.ts";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { storeParts } from "#app/layout/SignedInLayout.ts";
import { makeExtra, makeStore } from "#app/store.ts";
import type { TaskStatus, TaskSummary } from "#contract/task.ts";
import { boardApi } from "#features/board/boardApi.ts";
import {
  selectNeighbours,
  selectServerTask,
  selectShownBoard,
  selectShownTasks,
} from "#features/board/moves/boardSelectors.ts";
import { dragEnded, dragStarted, moveRequested } from "#features/board/moves/boardSlice.ts";
import type { MoveMeans } from "#features/board/moves/boardState.ts";
import { requestMoves } from "#features/board/moves/requestMoves.ts";
import * as sending from "#features/board/sending/sending.ts";
import { undoNewestMoves } from "#features/board/sending/undoMove.ts";
import { installStoreParts } from "#lib/storeParts.ts";
import { createRefresher } from "#session/refresher.ts";
import type { TokenVault } from "#session/tokens.ts";
import { openInvalidationQueue } from "#sync/live/invalidationQueue.ts";
import type { Client, RequestedMove } from "./client.ts";

/** Calls are never overdue here; the connection has its own tests. */
const NEVER = 1e9;

for (const part of [{ storeParts }, sending]) installStoreParts(part);

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

  const requested: RequestedMove[] = [];
  const begun = new Map<string, { move: number; offline: boolean }>();
  let landed = store.getState().board.landed;
  store.subscribe(() => {
    const { moves, landed: now } = store.getState().board;
    for (const [cardId, move] of Object.entries(moves)) {
      if (!("sent" in move) || begun.get(cardId)?.move === move.sent.at) continue;
      begun.set(cardId, { move: move.sent.at, offline: selectIsOffline(store.getState()) });
    }
    if (now && now !== landed && now.by !== "rejection")
      requested.push({ cardId: now.cardId, move: now.at });
    landed = now;
  });

  /** The dragged card, which others may delete before the drop. */
  let lifted: TaskSummary | undefined;

  function request(cardIds: readonly string[], to: TaskStatus, by: Exclude<MoveMeans, "undo">) {
    const [cardId, ...others] = cardIds;
    if (cardId === undefined) return;
    if (others.length > 0 || lifted) {
      const tasks = selectShownTasks(store.getState(), cardIds);
      const taskOf = (id: string) => tasks.find((task) => task.id === id);
      const inOrder = cardIds.flatMap((id) => (id === lifted?.id ? lifted : (taskOf(id) ?? [])));
      store.dispatch(requestMoves(inOrder, to, by));
      return;
    }
    const task = selectServerTask(store.getState(), cardId);
    const { title = "", status = null } = task ?? {};
    const leaves = selectNeighbours(store.getState(), cardId);
    store.dispatch(moveRequested({ cardId, title, from: status, to, by, leaves }));
  }

  return {
    open: () => void store.dispatch(getBoard.initiate()),
    move: (cardIds, to) => request(cardIds, to, "menu"),
    lift(cardId) {
      [lifted] = selectShownTasks(store.getState(), [cardId]);
      store.dispatch(dragStarted({ cardId }));
    },
    drop(cardIds, to) {
      if (to) request(cardIds, to, "pointer");
      else store.dispatch(dragEnded());
      lifted = undefined;
    },
    undo: () => store.dispatch(undoNewestMoves()),
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
    requested: () => requested,
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
    beganOffline: (cardId) => begun.get(cardId)?.offline ?? false,
    lastBeforeReturn: () => store.getState().board.restored,
    undoable: () =>
      store
        .getState()
        .board.history.filter(({ undoneAt }) => undoneAt === null)
        .map(({ cardId, from, to, at }) => ({ cardId, from, to, move: at })),
  };
}
