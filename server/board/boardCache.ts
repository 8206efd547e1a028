import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { BoardResponse } from "#contract/board.ts";
import type { Cut } from "#contract/bounds.ts";
import type { TaskSummary } from "#contract/task.ts";
import type { BoundedBoard } from "./queries.ts";

const packed = promisify(gzip);

/** The response of the board (§7) as it is sent. */
export interface BoardAnswer {
  plain: Buffer;
  /** The response compressed with gzip, about a third of its size. */
  gzipped(): Promise<Buffer>;
  /** The parts that the response leaves out. */
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
 * Returns a function that returns the board's response. The response is built once until the data
 * changes, because after a move every open app requests the same board.
 *
 * A response is never older than the data version of its cache entry. So a request that arrives after
 * a confirmed change gets that change, even if it shares the response of another request.
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
