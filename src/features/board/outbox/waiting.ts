import { selectIsOffline } from "#api/connectionEvents.ts";
import {
  selectUnsentCreations,
  type WithCreations,
} from "#features/board/creations/creationsState.ts";
import {
  selectMove,
  selectUnsettledMoves,
  type WithBoard,
} from "#features/board/moves/boardSelectors.ts";
import { countStored } from "./outbox.ts";

/** Whether a card's move waits for the connection. */
export function selectIsWaiting(state: WithBoard, cardId: string): boolean {
  const move = selectMove(state, cardId);
  return selectIsOffline(state) && move !== undefined && move.phase !== "confirmed";
}

/** The number of a user's moves and new cards that would be lost if the session ended now. */
export function countUnsent(state: WithBoard & WithCreations, userId: string): number {
  const moves = selectUnsettledMoves(state);
  const creations = selectUnsentCreations(state).length;
  const unsent = selectIsOffline(state) ? moves : moves.filter(({ sent }) => !sent);
  const inOtherTabs = Math.max(0, countStored(userId) - moves.length - creations);
  return unsent.length + creations + inOtherTabs;
}
