import type { WithCreations } from "#features/board/creations/creationsState.ts";
import type { WithEdits } from "#features/board/edits/editsState.ts";
import { selectMove, type WithBoard } from "#features/board/moves/boardSelectors.ts";
import { selectMustWait } from "#sync/connection/connectionSlice.ts";

type WithChanges = WithBoard & WithCreations;

const isUnsettled = (one: { phase: string }) => one.phase !== "confirmed";

const countMoves = ({ board }: WithBoard): number =>
  Object.values(board.moves).filter(isUnsettled).length;

const countEdits = ({ edits }: WithEdits): number =>
  Object.values(edits.pending).flatMap((fields) => Object.values(fields).filter(isUnsettled))
    .length;

/** The new cards that will be sent; those that failed wait for the user. */
const countCreations = ({ creations }: WithCreations): number =>
  creations.all.filter(({ phase }) => phase === "queued" || phase === "sending").length;

/** The number of moves, edits and new cards that are not confirmed. */
export const countChanges = (state: WithChanges): number =>
  countMoves(state) + countEdits(state) + countCreations(state);

/** Whether a card's move or edit waits for the connection or for a busy server. */
export function selectIsWaiting(state: WithBoard, cardId: string): boolean {
  if (!selectMustWait(state)) return false;
  const move = selectMove(state, cardId);
  const edits = Object.values(state.edits.pending[cardId] ?? {});
  return [...(move ? [move] : []), ...edits].some(isUnsettled);
}

/** The noun for the unsent changes: a more exact one if all of them are of one kind. */
export function unsentNoun(state: WithChanges): "move" | "new task" | "change" {
  if (countEdits(state) > 0) return "change";
  if (state.creations.all.length === 0) return "move";
  return countMoves(state) > 0 ? "change" : "new task";
}
