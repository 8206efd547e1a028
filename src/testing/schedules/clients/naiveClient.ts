import { configureStore } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import { api } from "#api/api.ts";
import { createCallWatch } from "#api/callWatch.ts";
import { makeExtra } from "#app/store.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { changesApi } from "#features/changes/sending/changesApi.ts";
import { columnOf } from "#features/changes/shown/moveCards.ts";
import { createRefresher } from "#session/refresher.ts";
import type { TokenVault } from "#session/tokens.ts";
import { boardApi } from "#sync/board/boardApi.ts";
import { connectionSlice } from "#sync/connection/connectionSlice.ts";
import type { Client, RequestedMove } from "./client.ts";

/**
 * The control of our properties: a common implementation, in which a move patches the cached board
 * and a failure reverts the patch. It must fail them.
 */
export function createNaiveClient(tokens: TokenVault): Client {
  const refresher = createRefresher({ tokens, retryDelayMs: 1 });
  const calls = createCallWatch(1e9);
  const extra = makeExtra({ tokens, refresher, calls, locks: undefined, retryDelayMs: 1 });
  const store = configureStore({
    reducer: { api: api.reducer, connection: connectionSlice.reducer },
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: extra } }).concat(api.middleware),
  });
  const { getBoard } = boardApi.endpoints;
  const board = () => getBoard.select()(store.getState()).data;
  const sent = new Map<string, number>();
  const pending = new Set<string>();
  const requested: RequestedMove[] = [];
  const reads = new Set<string>();
  store.subscribe(() => {
    const { requestId } = getBoard.select()(store.getState());
    if (requestId !== undefined) reads.add(requestId);
  });

  async function move(cardId: string, to: TaskStatus) {
    const shown = board();
    const from = shown && columnOf(shown, cardId);
    if (!from || from === to) return;
    const number = requested.length + 1;
    requested.push({ cardId, move: number });
    sent.set(cardId, number);
    const patch = store.dispatch(
      boardApi.util.updateQueryData("getBoard", undefined, (lists) => {
        const index = lists[from].findIndex(({ id }) => id === cardId);
        const [card] = lists[from].splice(index, 1);
        if (card) lists[to].unshift({ ...card, status: to });
      }),
    );
    pending.add(cardId);
    const { error } = await store.dispatch(
      changesApi.endpoints.setStatus.initiate({ id: cardId, status: to }),
    );
    pending.delete(cardId);
    if (!error) {
      toast.success(`Task moved to ${to}`);
      return;
    }
    try {
      patch.undo();
    } catch {
      // The patch doesn't apply to a newer board.
    }
    // On a shorter column it leaves gaps, which would end the schedule before a rule is broken.
    store.dispatch(
      boardApi.util.updateQueryData("getBoard", undefined, (lists) => {
        for (const status of TASK_STATUSES) lists[status] = lists[status].filter(Boolean);
      }),
    );
    toast.error("Failed to update task status");
    refetch();
  }

  const refetch = () =>
    void store.dispatch(getBoard.initiate(undefined, { forceRefetch: true, subscribe: false }));

  return {
    open: () => void store.dispatch(getBoard.initiate()),
    move: (cardIds, to) => cardIds.forEach((cardId) => void move(cardId, to)),
    lift: () => undefined,
    drop: (cardIds, to) => to && cardIds.forEach((cardId) => void move(cardId, to)),
    undo: () => undefined,
    refetch,
    hear: refetch,
    hearReset: refetch,
    close: () => void store.dispatch(api.util.resetApiState()),
    shown: board,
    boardRequest: () => getBoard.select()(store.getState()).requestId,
    taskRequest: () => undefined,
    reads: () => [...reads],
    boardStatus: () => getBoard.select()(store.getState()).status,
    requested: () => requested,
    sentMove: (cardId) => sent.get(cardId),
    wantedMove: (cardId) => sent.get(cardId),
    isPending: (cardId) => pending.has(cardId),
    beganOffline: () => false,
    lastBeforeReturn: () => 0,
    undoable: () => [],
  };
}
