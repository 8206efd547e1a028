import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { Cut } from "#contract/bounds.ts";
import type { BoardResponse, BoardTask } from "#contract/shapes/board.ts";
import type { BoundedBoard } from "./queries.ts";

const gzipAsync = promisify(gzip);

/** The board's response (§7) as it is sent. */
interface EncodedBoard {
  json: Buffer;
  /** The response compressed with gzip, about a third of its size. */
  gzipped(): Promise<Buffer>;
  /** The parts that the response leaves out. */
  cuts: readonly Cut[];
}

function encodeBoard({ board, cuts, recentDone }: BoundedBoard): EncodedBoard {
  const response: BoardResponse<BoardTask> = {
    board,
    ...(recentDone !== undefined && { recentDone }),
  };
  const json = Buffer.from(JSON.stringify(response));
  let compressed: Promise<Buffer> | undefined;
  return {
    json,
    cuts,
    gzipped: () => (compressed ??= gzipAsync(json, { level: constants.Z_BEST_SPEED })),
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
  readVersion: () => Promise<string>,
  read: () => Promise<BoundedBoard>,
): () => Promise<EncodedBoard> {
  let cached: { version: string; board: Promise<EncodedBoard> } | undefined;
  return async () => {
    const version = await readVersion();
    if (cached?.version === version) return await cached.board;
    const entry = { version, board: read().then(encodeBoard) };
    cached = entry;
    try {
      return await entry.board;
    } catch (failure) {
      if (cached === entry) cached = undefined;
      throw failure;
    }
  };
}
