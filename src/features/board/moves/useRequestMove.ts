import { useCallback } from "react";
import { useStore } from "react-redux";
import type { TaskStatus } from "#contract/task.ts";
import { selectNeighbours, selectServerTask, type WithBoard } from "./boardSelectors.ts";
import { moveRequested } from "./boardSlice.ts";
import type { MoveMeans } from "./boardState.ts";

/** Returns the function that moves a card, for drag and drop, keyboard and menu. */
export function useRequestMove() {
  const store = useStore<WithBoard>();
  return useCallback(
    (cardId: string, to: TaskStatus, by: Exclude<MoveMeans, "undo">) => {
      const task = selectServerTask(store.getState(), cardId);
      const from = task?.status ?? null;
      const leaves = selectNeighbours(store.getState(), cardId);
      store.dispatch(moveRequested({ cardId, title: task?.title ?? "", from, to, by, leaves }));
    },
    [store],
  );
}
