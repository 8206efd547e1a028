import { selectIsOffline } from "#api/connectionEvents.ts";
import type { WithEdits } from "#features/board/edits/editsState.ts";
import { selectMove, type WithBoard } from "#features/board/moves/boardSelectors.ts";

const isUnsettled = (one: { phase: string }) => one.phase !== "confirmed";

/** The number of moves that are not confirmed. */
export const countMoves = ({ board }: WithBoard): number =>
  Object.values(board.moves).filter(isUnsettled).length;

/** The number of edits that are not confirmed. */
export const countEdits = ({ edits }: WithEdits): number =>
  Object.values(edits.pending).flatMap((fields) => Object.values(fields).filter(isUnsettled))
    .length;

/** Whether a card's move or edit waits for the connection. */
export function selectIsWaiting(state: WithBoard, cardId: string): boolean {
  if (!selectIsOffline(state)) return false;
  const move = selectMove(state, cardId);
  const edits = Object.values(state.edits.pending[cardId] ?? {});
  return [...(move ? [move] : []), ...edits].some(isUnsettled);
}

/** The noun for the unsent changes. It is "move" if all of them are moves. */
export const unsentNoun = (state: WithBoard): "move" | "change" =>
  countEdits(state) > 0 ? "change" : "move";
