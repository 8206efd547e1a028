import { selectIsOffline } from "#api/connectionEvents.ts";
import {
  selectMove,
  selectUnsettledMoves,
  type WithBoard,
} from "#features/board/moves/boardSelectors.ts";
import { countKept } from "./outbox.ts";

/** Whether a card was moved and the server can't be told, because the connection is gone. */
export function selectIsWaiting(state: WithBoard, cardId: string): boolean {
  const move = selectMove(state, cardId);
  return selectIsOffline(state) && move !== undefined && move.phase !== "confirmed";
}

/** How many of a user's moves the server would never hear of if the session ended now. */
export function countUnsent(state: WithBoard, userId: string): number {
  const moves = selectUnsettledMoves(state);
  const unsent = selectIsOffline(state) ? moves : moves.filter(({ sent }) => !sent);
  const inOtherTabs = Math.max(0, countKept(userId) - moves.length);
  return unsent.length + inOtherTabs;
}
