import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { selectIsSelected, type WithSelection } from "#features/board/cards/selectionState.ts";
import { cardsSelected, cardsUnselected } from "./selectionSlice.ts";

type Thunk = ThunkAction<void, WithSelection, unknown, UnknownAction>;

/** Selects a card, or takes it out of the selection. */
export const toggleCard =
  (id: string): Thunk =>
  (dispatch, getState) => {
    const isSelected = selectIsSelected(getState(), id);
    dispatch(isSelected ? cardsUnselected([id]) : cardsSelected([id]));
  };

/** Extends the selection to the next card. Back over a selected card, it becomes shorter. */
export const extendSelection =
  (from: string, to: string): Thunk =>
  (dispatch, getState) => {
    const isBack = selectIsSelected(getState(), from) && selectIsSelected(getState(), to);
    dispatch(isBack ? cardsUnselected([from]) : cardsSelected([from, to]));
  };
