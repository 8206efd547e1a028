import { useCallback } from "react";
import { useStore } from "react-redux";
import type { TaskStatus } from "#contract/task.ts";
import { selectServerStatus, type WithBoard } from "./boardSelectors.ts";
import { type MoveMeans, moveRequested } from "./boardSlice.ts";

/** Asks for a card's move: one action, whatever it was asked with. */
export function useRequestMove() {
  const store = useStore<WithBoard>();
  return useCallback(
    (cardId: string, to: TaskStatus, by: MoveMeans) => {
      const from = selectServerStatus(store.getState(), cardId);
      store.dispatch(moveRequested({ cardId, from, to, by }));
    },
    [store],
  );
}
