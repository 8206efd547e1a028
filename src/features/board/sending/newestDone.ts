import type { DoneMove } from "#features/board/moves/undo.ts";

/** The newest move that was not undone. */
export function newestDone(history: readonly DoneMove[]): DoneMove | undefined {
  return history.findLast(({ undoneAt }) => undoneAt === null);
}
