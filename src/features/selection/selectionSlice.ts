import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { transition } from "#lib/machine.ts";
import { type SelectionEvent, type SelectionPhase, selectionTable } from "./selectionMachine.ts";

/** A screen or dialog whose items can be selected. Only one at a time shows. */
export type SelectionScreen = "board" | "tasks" | "users" | "newMembers";

/** The ids of some items of a screen. */
interface Items {
  screen: SelectionScreen;
  ids: readonly string[];
}

/** The selected items, in the order of their selection. */
export interface SelectionState extends Items {
  phase: SelectionPhase;
}

/** The part of the store's state that this feature reads. */
export interface WithSelection {
  selection: SelectionState;
}

const NONE: readonly string[] = [];

/** The selected items of a screen. Those of the screen that the user has just left are no others'. */
const idsOn = (state: SelectionState, screen: SelectionScreen): readonly string[] =>
  state.screen === screen ? state.ids : NONE;

export const selectSelected = (
  { selection }: WithSelection,
  screen: SelectionScreen,
): readonly string[] => idsOn(selection, screen);

/** Enters the next phase with these items. Keeps the state if the phase doesn't handle the event. */
function step(state: SelectionState, event: SelectionEvent, items: Items): SelectionState {
  const phase = transition(selectionTable, state.phase, event);
  return phase ? { phase, ...items } : state;
}

const initialState: SelectionState = { phase: "none", screen: "board", ids: NONE };

export const selectionSlice = createSlice({
  name: "selection",
  initialState,
  reducers: {
    itemsSelected(state, { payload: { screen, ids } }: PayloadAction<Items>) {
      const all = [...new Set([...idsOn(state, screen), ...ids])];
      return step(state, "itemsSelected", { screen, ids: all });
    },
    itemsUnselected(state, { payload: { screen, ids } }: PayloadAction<Items>) {
      const unselected = new Set(ids);
      const left = idsOn(state, screen).filter((id) => !unselected.has(id));
      const event = left.length > 0 ? "itemsUnselected" : "lastItemUnselected";
      return step(state, event, { screen, ids: left });
    },
    /** These items are selected, and no others. */
    selectionReplaced: (state, { payload }: PayloadAction<Items>) =>
      step(state, payload.ids.length > 0 ? "selectionReplaced" : "selectionCleared", payload),
  },
  extraReducers: (builder) => {
    // Another user's session must not inherit the selection.
    builder.addCase(api.util.resetApiState, (state) => step(state, "userLeft", initialState));
  },
});

export const { itemsSelected, itemsUnselected, selectionReplaced } = selectionSlice.actions;
