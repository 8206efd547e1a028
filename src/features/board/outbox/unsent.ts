import { createSelector } from "@reduxjs/toolkit";
import { selectUnsentCreations } from "#features/board/creations/creationsState.ts";
import type { StoredCreation } from "#features/board/creations/storedCreation.ts";
import { type StoredEdit, selectUnsentEdits } from "#features/board/edits/storedEdit.ts";
import { selectUnsettledMoves } from "#features/board/sending/sendSelectors.ts";
import type { StoredMove } from "./storedMove.ts";

/** A change that waits to be sent: a move, a new card, or an edit in place. */
export type Unsent = StoredMove | StoredCreation | StoredEdit;

export const selectUnsent = createSelector(
  [selectUnsettledMoves, selectUnsentCreations, selectUnsentEdits],
  (moves, creations, edits): readonly Unsent[] => [...moves, ...creations, ...edits],
);
