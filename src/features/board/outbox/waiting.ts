import { selectIsOffline } from "#api/connectionEvents.ts";
import {
  selectUnsentCreations,
  type WithCreations,
} from "#features/board/creations/creationsState.ts";
import { selectUnsentEdits } from "#features/board/edits/storedEdit.ts";
import {
  selectMove,
  selectUnsettledMoves,
  type WithBoard,
} from "#features/board/moves/boardSelectors.ts";
import { countStored } from "./outbox.ts";

/** Whether a card's move or edit waits for the connection. */
export function selectIsWaiting(state: WithBoard, cardId: string): boolean {
  if (!selectIsOffline(state)) return false;
  const move = selectMove(state, cardId);
  const edits = Object.values(state.edits.pending[cardId] ?? {});
  return [move, ...edits].some((one) => one !== undefined && one.phase !== "confirmed");
}

/** What waits is called a change, if not all of it are moves. */
export const unsentNoun = (state: WithBoard): "move" | "change" =>
  selectUnsentEdits(state).length > 0 ? "change" : "move";

/** The number of a user's moves, new cards and edits that would be lost if the session ended now. */
export function countUnsent(state: WithBoard & WithCreations, userId: string): number {
  const changes = [...selectUnsettledMoves(state), ...selectUnsentEdits(state)];
  const creations = selectUnsentCreations(state).length;
  const unsent = selectIsOffline(state) ? changes : changes.filter(({ sent }) => !sent);
  const inOtherTabs = Math.max(0, countStored(userId) - changes.length - creations);
  return unsent.length + creations + inOtherTabs;
}
