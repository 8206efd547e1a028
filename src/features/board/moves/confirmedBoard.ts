import { createSelector } from "@reduxjs/toolkit";
import type { Board } from "#contract/board.ts";
import type { Snapshot } from "#features/board/normaliseBoard.ts";
import { selectSnapshot, type WithBoard } from "./boardSelectors.ts";
import { type Placements, project } from "./project.ts";

const selectConfirmedPlacements = createSelector(
  [(state: WithBoard) => state.board.moves],
  (moves) => {
    const known = Object.entries(moves).flatMap(([cardId, move]) =>
      move.known ? [[cardId, move.known] as const] : [],
    );
    return Object.fromEntries(known) satisfies Placements;
  },
);

/**
 * The server's board with the confirmed moves that it does not show yet. It has no position, so the
 * next visit fetches the whole board.
 */
export const selectConfirmedBoard = createSelector(
  [selectSnapshot, selectConfirmedPlacements],
  (snapshot, placements): Board | undefined => {
    if (!snapshot) return undefined;
    const { position: _none, ...board }: Snapshot = project(snapshot, placements);
    return board;
  },
);
