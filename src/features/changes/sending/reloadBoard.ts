import type { CallError } from "#api/errors.ts";
import { boardApi } from "#features/board/data/boardApi.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import type { StoreDispatch } from "#session/appExtra.ts";

/** Refetches the board. Aborts a running request, because its response may already be outdated. */
export async function reloadBoard(
  dispatch: StoreDispatch<WithChanges>,
): Promise<{ error?: CallError }> {
  const running = dispatch(boardApi.util.getRunningQueryThunk("getBoard", undefined));
  if (running) {
    running.abort();
    await running;
  }
  const options = { forceRefetch: true, subscribe: false } as const;
  return await dispatch(boardApi.endpoints.getBoard.initiate(undefined, options));
}
