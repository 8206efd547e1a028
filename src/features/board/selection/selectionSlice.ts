import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { NO_SELECTION, type SelectionState } from "#features/board/cards/selectionState.ts";
import { transition } from "#lib/machine.ts";
import { type SelectionEvent, selectionTable } from "./selectionMachine.ts";

/** Enters the next phase with these cards. Keeps the state if the phase doesn't handle the event. */
function step(
  state: SelectionState,
  event: SelectionEvent,
  ids: readonly string[],
): SelectionState {
  const phase = transition(selectionTable, state.phase, event);
  return phase ? { phase, ids } : state;
}

export const selectionSlice = createSlice({
  name: "selection",
  initialState: NO_SELECTION,
  reducers: {
    cardsSelected: (state, { payload }: PayloadAction<readonly string[]>) =>
      step(state, "cardsSelected", [...new Set([...state.ids, ...payload])]),
    cardsUnselected(state, { payload }: PayloadAction<readonly string[]>) {
      const ids = state.ids.filter((id) => !payload.includes(id));
      return step(state, ids.length > 0 ? "cardsUnselected" : "lastCardUnselected", ids);
    },
    selectionCleared: (state) => step(state, "selectionCleared", []),
    /** The user left the board. */
    userLeft: (state) => step(state, "userLeft", []),
  },
  extraReducers: (builder) => {
    // Another user's session must not inherit the selection.
    builder.addCase(api.util.resetApiState, (state) => step(state, "userLeft", []));
  },
});

export const { cardsSelected, cardsUnselected, selectionCleared, userLeft } =
  selectionSlice.actions;
