import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { BoardResponse } from "#contract/board.ts";
import type { Cut } from "#contract/bounds.ts";
import type { TaskSummary } from "#contract/task.ts";
import type { BoundedBoard } from "./queries.ts";

const packed = promisify(gzip);

/** The board's answer (§7) as it is sent. */
export interface BoardAnswer {
  plain: Buffer;
  /** The same for those who take gzip: about a third. */
  gzipped(): Promise<Buffer>;
  /** What it leaves out. */
  cuts: readonly Cut[];
}

function answerOf({ board, cuts }: BoundedBoard): BoardAnswer {
  const plain = Buffer.from(JSON.stringify({ board } satisfies BoardResponse<TaskSummary>));
  let small: Promise<Buffer> | undefined;
  return {
    plain,
    cuts,
    gzipped: () => (small ??= packed(plain, { level: constants.Z_BEST_SPEED })),
  };
}

/**
 * A function that gives the board's answer. It is made once for all who ask until something is
 * written: after a move everybody's board asks for the same.
 *
 * What is made is never older than the stamp that it is kept under. So who asks after a change has
 * been confirmed gets it, and so does who waits for an answer that another has asked for.
 */
export function boardCache(
  versionOf: () => Promise<string>,
  read: () => Promise<BoundedBoard>,
): () => Promise<BoardAnswer> {
  let kept: { stamp: string; answer: Promise<BoardAnswer> } | undefined;
  return async () => {
    const stamp = await versionOf();
    if (kept?.stamp === stamp) return await kept.answer;
    const mine = { stamp, answer: read().then(answerOf) };
    kept = mine;
    try {
      return await mine.answer;
    } catch (failure) {
      if (kept === mine) kept = undefined;
      throw failure;
    }
  };
}
