export type SelectionPhase = "none" | "some";

/** The selected cards, in the order of their selection. */
export interface SelectionState {
  phase: SelectionPhase;
  ids: readonly string[];
}

/** The initial state. The first selection loads the slice. */
export const NO_SELECTION: SelectionState = { phase: "none", ids: [] };

export interface WithSelection {
  selection: SelectionState;
}

export const selectIsSelected = ({ selection }: WithSelection, cardId: string): boolean =>
  selection.ids.includes(cardId);
