import {
  isAnyOf,
  type ThunkDispatch,
  type TypedStartListening,
  type UnknownAction,
} from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import { type CallError, statusOf } from "#api/errors.ts";
import type { AppExtra } from "#api/extra.ts";
import { boardApi } from "./boardApi.ts";
import { selectMove, type WithBoard } from "./boardSelectors.ts";
import { moveConfirmed, moveRejected, moveRequested, moveSent } from "./boardSlice.ts";

type Dispatch = ThunkDispatch<WithBoard, AppExtra, UnknownAction>;
type StartListening = TypedStartListening<WithBoard, Dispatch, AppExtra>;

/** What may leave a card with a move to send. */
const isMoveNews = isAnyOf(moveRequested, moveConfirmed, moveRejected);

/** Sends the moves, one request per card at a time, and says how they and the board's loading ended (§8). */
export function startBoardListeners(startListening: StartListening): void {
  startListening({
    matcher: isMoveNews,
    effect: async (action, { dispatch, getState, extra }) => {
      if (!isMoveNews(action)) return;
      const { cardId } = action.payload;
      const queued = selectMove(getState(), cardId);
      if (queued?.phase !== "queued") return;
      const { to, at } = queued.want;
      dispatch(moveSent({ cardId, at }));
      const answer = await dispatch(
        boardApi.endpoints.setStatus.initiate({ id: cardId, status: to }, { track: false }),
      );
      const move = selectMove(getState(), cardId);
      const current = move?.phase === "sending" || move?.phase === "superseded" ? move : null;
      // The session has ended or changed meanwhile: nobody waits for this answer.
      if (current?.sent.at !== at) return;
      // A newer move of the card waits: how that one ends is what counts.
      const last = current.phase === "sending";
      if (answer.error) {
        dispatch(moveRejected({ cardId, at }));
        if (endedSession(answer.error, extra)) return;
        if (last) toast.error("Failed to update task status");
        await reloadBoard(dispatch);
      } else {
        dispatch(moveConfirmed({ cardId, at }));
        if (last) toast.success(`Task moved to ${to}`);
      }
    },
  });

  startListening({
    matcher: boardApi.endpoints.getBoard.matchRejected,
    effect: ({ meta, payload }, { extra }) => {
      // Neither a request we took back nor one that never left is a failure.
      if (meta.aborted || meta.condition || endedSession(payload, extra)) return;
      toast.error("Failed to load kanban board", { id: "board-failed" });
    },
  });
}

/** A 401 with which the session went: it says so itself, and nothing can be loaded. */
function endedSession(error: CallError, { tokens }: AppExtra): boolean {
  return statusOf(error) === 401 && tokens.refreshToken === null;
}

/** Fetches the board afresh. A request under way may have been answered before: it is taken back. */
async function reloadBoard(dispatch: Dispatch): Promise<void> {
  const running = dispatch(boardApi.util.getRunningQueryThunk("getBoard", undefined));
  if (running) {
    running.abort();
    await running;
  }
  await dispatch(
    boardApi.endpoints.getBoard.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
}
