import { isAnyOf } from "@reduxjs/toolkit";
import { createElement } from "react";
import { toast } from "react-hot-toast/headless";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { busyMsOf, type CallError, statusOf } from "#api/errors.ts";
import { queryOutdated } from "#api/refetch.ts";
import { boardApi, MOVE_TAGS } from "#features/board/boardApi.ts";
import { selectMove, type WithBoard } from "#features/board/moves/boardSelectors.ts";
import {
  moveConfirmed,
  moveDelayed,
  moveRejected,
  moveRequested,
  moveSent,
  movesRestored,
  moveUnanswered,
} from "#features/board/moves/boardSlice.ts";
import type { Intent } from "#features/board/moves/moveMachine.ts";
import { columnOf } from "#features/board/moves/project.ts";
import { isOwnersSession, type WithUnsent } from "#features/board/outbox/owner.ts";
import { createClientId } from "#lib/clientId.ts";
import { pause } from "#lib/pause.ts";
import type { ListeningStore, StartListening, StoreDispatch } from "#session/appExtra.ts";
import { errorMeaning } from "#session/errorMeaning.ts";
import {
  busyPauseEnded,
  connectionRestored,
  serverBusy,
} from "#sync/connection/connectionSlice.ts";
import { ToastText } from "#ui/ToastText.tsx";
import { toastMoved } from "./MovedToast.tsx";
import {
  selectIsHiding,
  selectIsResolvingUnsure,
  selectIsUnsure,
  selectSendableMoves,
  type WaitingMove,
} from "./sendSelectors.ts";

type Store = ListeningStore<WithUnsent>;

const { getBoard, setStatus } = boardApi.endpoints;

/** The delay in ms before the board is refetched because a confirmed move may hide a newer one. */
const HIDDEN_CHANGE_DELAY_MS = 50;

/** The longest pause in ms between two fetches of the board that resolve unsure moves. */
const LONGEST_PAUSE_MS = 2_000;

/** Actions after which a card may have a move to send. */
const isSendTrigger = isAnyOf(
  moveRequested,
  moveConfirmed,
  moveRejected,
  moveUnanswered,
  movesRestored,
  connectionRestored,
  busyPauseEnded,
  getBoard.matchFulfilled,
);

/** Actions after which a move's outcome may be unknown, or the server may be reachable again. */
const isUnsureTrigger = isAnyOf(moveUnanswered, movesRestored, connectionRestored);

/**
 * Sends the moves, one request per card at a time, and shows their results as toasts (§8). Begins with
 * those from before its code arrived.
 */
export function startSendListeners(startListening: StartListening<WithUnsent>, store: Store): void {
  startListening({
    matcher: getBoard.matchFulfilled,
    effect: ({ payload }, { dispatch, getState, getOriginalState }) => {
      const { moves } = getOriginalState().board;
      for (const [cardId, move] of Object.entries(moves)) {
        if (move.phase !== "unsure" || selectMove(getState(), cardId)) continue;
        if (columnOf(payload, cardId) === move.sent.to) {
          toastMoved(cardId, move.sent);
          dispatch(boardApi.util.invalidateTags([...MOVE_TAGS]));
        } else toastFailed(move.sent);
      }
    },
  });

  startListening({
    matcher: isSendTrigger,
    effect: async (_news, listenerApi) => await sendAll(listenerApi),
  });

  startListening({
    matcher: isAnyOf(moveConfirmed, getBoard.matchFulfilled),
    effect: async (_action, { cancelActiveListeners, delay, dispatch, getState }) => {
      cancelActiveListeners();
      if (!selectIsHiding(getState())) return;
      // Several moves are often confirmed at the same time, and one fetch is enough for all of
      // them.
      await delay(HIDDEN_CHANGE_DELAY_MS);
      if (!selectIsHiding(getState())) return;
      // No event reports the change, so the response need not contain any task.
      dispatch(queryOutdated({ endpointName: getBoard.name, tags: [] }));
      void dispatch(getBoard.initiate(undefined, { forceRefetch: true, subscribe: false }));
    },
  });

  const resolveUnsure = createUnsureResolver();
  startListening({
    matcher: isUnsureTrigger,
    effect: async (_doubt, listenerApi) => await resolveUnsure(listenerApi),
  });

  void sendAll(store);
  void resolveUnsure(store);
}

/** The card's title is in a second line (§8 gives the first one). */
function toastFailed({ title }: Intent, requestId = createClientId()): void {
  const text = "Failed to update task status";
  toast.error(title ? createElement(ToastText, { text, detail: title }) : text, { id: requestId });
}

async function sendAll({ dispatch, getState, extra }: Store): Promise<void> {
  if (!isOwnersSession(getState(), extra)) return;
  const moves = selectSendableMoves(getState());
  await Promise.all(moves.map((move) => send(move, { dispatch, getState, extra })));
}

async function send(move: WaitingMove, { dispatch, getState, extra }: Store): Promise<void> {
  const { cardId, to, at } = move;
  const requestId = createClientId();
  const sent = { cardId, at, requestId };
  dispatch(moveSent(sent));
  const { error } = await dispatch(
    setStatus.initiate({ id: cardId, status: to, requestId }, { track: false }),
  );
  const now = selectMove(getState(), cardId);
  const current = now?.phase === "sending" || now?.phase === "superseded" ? now : null;
  // The session has ended or changed since, so the response is irrelevant.
  if (current?.sent.at !== at) return;
  // If a newer move of the card waits, only that one's result is shown.
  const last = current.phase === "sending";
  const { restored } = getState().board;
  if (!error) {
    dispatch(moveConfirmed(sent));
    if (last) toastMoved(cardId, move);
    return;
  }
  switch (errorMeaning(error, extra)) {
    case "busy":
      dispatch(serverBusy({ retryAfterMs: busyMsOf(error) ?? 0 }));
      dispatch(moveDelayed(sent));
      return;
    case "unknown":
      dispatch(moveUnanswered(sent));
      return;
    case "sessionOver":
      // A move that waited for the connection also waits for its user's next sign-in.
      dispatch(at <= restored ? moveUnanswered(sent) : moveRejected(sent));
      return;
    case "refused":
      dispatch(moveRejected(sent));
      if (last) toastFailed(move, requestId);
      await reloadBoard(dispatch);
  }
}

/** Refetches the board until every unsure move's outcome is known, or the server can't be reached. */
function createUnsureResolver(): (store: Store) => Promise<void> {
  let asking = false;
  return async ({ dispatch, getState, extra }) => {
    if (asking) return;
    asking = true;
    let wait = extra.retryDelayMs;
    const isOver = () =>
      !selectIsUnsure(getState()) ||
      selectIsOffline(getState()) ||
      extra.tokens.refreshToken === null;
    while (!isOver()) {
      const running = dispatch(boardApi.util.getRunningQueryThunk("getBoard", undefined));
      const { error } = await (running && selectIsResolvingUnsure(getState())
        ? running
        : reloadBoard(dispatch));
      // The server refuses the request, so a retry is useless.
      if (error && (statusOf(error) ?? 500) < 500 && statusOf(error) !== 429) break;
      if (isOver()) break;
      await pause(wait);
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
    }
    asking = false;
  };
}

/** Refetches the board. Aborts a running request, because its response may already be outdated. */
async function reloadBoard(dispatch: StoreDispatch<WithBoard>): Promise<{ error?: CallError }> {
  const running = dispatch(boardApi.util.getRunningQueryThunk("getBoard", undefined));
  if (running) {
    running.abort();
    await running;
  }
  return await dispatch(getBoard.initiate(undefined, { forceRefetch: true, subscribe: false }));
}
