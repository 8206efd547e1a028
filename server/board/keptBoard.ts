import type { Board, BoardResponse } from "#contract/board.ts";

/**
 * A function that gives the board's answer (§7) as it is sent. It is made once for all who ask
 * until something is written: after a move everybody's board asks for the same.
 *
 * What is made is never older than the stamp that it is kept under. So who asks after a change has
 * been confirmed gets it, and so does who waits for an answer that another has asked for.
 */
export function keptBoard(
  stampOf: () => Promise<string>,
  read: () => Promise<Board>,
): () => Promise<Buffer> {
  let kept: { stamp: string; answer: Promise<Buffer> } | undefined;

  async function make(): Promise<Buffer> {
    const answer: BoardResponse = { board: await read() };
    return Buffer.from(JSON.stringify(answer));
  }

  return async () => {
    const stamp = await stampOf();
    if (kept?.stamp === stamp) return await kept.answer;
    const mine = { stamp, answer: make() };
    kept = mine;
    try {
      return await mine.answer;
    } catch (failure) {
      if (kept === mine) kept = undefined;
      throw failure;
    }
  };
}
