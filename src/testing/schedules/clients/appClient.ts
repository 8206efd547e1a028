import { selectIsOffline } from "#api/connectionEvents.ts";
import type { TaskStatus, TaskSummary } from "#contract/task.ts";
import { requestMoves } from "#features/changes/actions/requestChanges.ts";
import { undoNewest } from "#features/changes/actions/undo.ts";
import { dragEnded, dragStarted } from "#features/changes/queue/boardSlice.ts";
import type { Cause } from "#features/changes/queue/change.ts";
import { changesApi } from "#features/changes/sending/changesApi.ts";
import { selectShownBoard, selectShownTasks } from "#features/changes/shown/shownBoard.ts";
import type { TokenVault } from "#session/tokens.ts";
import { boardApi } from "#sync/board/boardApi.ts";
import type { Client, RequestedMove } from "./client.ts";
import { openApp } from "./openApp.ts";

/** The app, as a client that moves cards. */
export function createAppClient(tokens: TokenVault): Client {
  const { store, watch, hear, hearReset, close } = openApp(tokens);
  const { getBoard } = boardApi.endpoints;
  const { readTask } = changesApi.endpoints;

  const reads = new Set<string>();
  const readable = [getBoard.select(), ...["a", "b", "c"].map((id) => readTask.select(id))];
  watch(() => {
    for (const select of readable) {
      const { requestId } = select(store.getState());
      if (requestId !== undefined) reads.add(requestId);
    }
  });

  const requested: RequestedMove[] = [];
  const begun = new Map<string, { move: number; offline: boolean }>();
  let newest = 0;
  const moveOf = (cardId: string) => store.getState().changes.entries[cardId]?.status;
  store.subscribe(() => {
    const { entries, history } = store.getState().changes;
    for (const [cardId, { status: move }] of Object.entries(entries)) {
      if (move?.phase !== "sending" || begun.get(cardId)?.move === move.sent.at) continue;
      begun.set(cardId, { move: move.sent.at, offline: selectIsOffline(store.getState()) });
    }
    const now = history
      .map(({ id, at, undoneAt }) => ({ cardId: id, move: undoneAt ?? at }))
      .filter(({ move }) => move > newest)
      .toSorted((a, b) => a.move - b.move);
    requested.push(...now);
    newest = now.at(-1)?.move ?? newest;
  });

  /** The dragged card, which others may delete before the drop. */
  let lifted: TaskSummary | undefined;

  function request(cardIds: readonly string[], to: TaskStatus, by: Cause) {
    const tasks = selectShownTasks(store.getState(), cardIds);
    const taskOf = (id: string) => tasks.find((task) => task.id === id);
    const inOrder = cardIds.flatMap((id) => (id === lifted?.id ? lifted : (taskOf(id) ?? [])));
    store.dispatch(requestMoves(inOrder, to, by));
  }

  return {
    open: () => void store.dispatch(getBoard.initiate()),
    move: (cardIds, to) => request(cardIds, to, "menu"),
    lift(cardId) {
      [lifted] = selectShownTasks(store.getState(), [cardId]);
      store.dispatch(dragStarted({ cardId }));
    },
    drop(cardIds, to) {
      if (to) request(cardIds, to, "pointer");
      else store.dispatch(dragEnded());
      lifted = undefined;
    },
    undo: () => store.dispatch(undoNewest()),
    refetch: () =>
      void store.dispatch(getBoard.initiate(undefined, { forceRefetch: true, subscribe: false })),
    hear,
    hearReset,
    close,
    shown: () => selectShownBoard(store.getState()),
    boardRequest: () => getBoard.select()(store.getState()).requestId,
    taskRequest: (cardId) => readTask.select(cardId)(store.getState()).requestId,
    reads: () => [...reads],
    boardStatus: () => getBoard.select()(store.getState()).status,
    requested: () => requested,
    sentMove(cardId) {
      const move = moveOf(cardId);
      return move && "sent" in move ? move.sent.at : undefined;
    },
    wantedMove(cardId) {
      const move = moveOf(cardId);
      if (move && "want" in move) return move.want.at;
      return move && "sent" in move ? move.sent.at : undefined;
    },
    isPending(cardId) {
      const move = moveOf(cardId);
      return move !== undefined && move.phase !== "confirmed";
    },
    beganOffline: (cardId) => begun.get(cardId)?.offline ?? false,
    lastBeforeReturn: () => store.getState().changes.restored,
    undoable: () =>
      store
        .getState()
        .changes.history.filter(({ undoneAt }) => undoneAt === null)
        .map(({ id, from, to, at }) => ({
          cardId: id,
          from: from as TaskStatus,
          to: to as TaskStatus,
          move: at,
        })),
  };
}
