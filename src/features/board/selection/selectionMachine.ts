import type { SelectionPhase } from "#features/board/cards/selectionState.ts";
import type { Machine, PlainTable } from "#lib/machine.ts";

export type SelectionEvent =
  | "cardsSelected"
  | "cardsUnselected"
  | "lastCardUnselected"
  | "selectionCleared"
  | "userLeft";

/** The next phase by phase and event. */
export const selectionTable: PlainTable<SelectionPhase, SelectionEvent> = {
  none: { cardsSelected: "some" },
  some: {
    cardsSelected: "some",
    cardsUnselected: "some",
    lastCardUnselected: "none",
    selectionCleared: "none",
    userLeft: "none",
  },
};

/** The machine's description, for docs/machines.md and for reports of illegal events. */
export const selectionMachine: Machine<SelectionPhase, SelectionEvent> = {
  name: "The board's selection",
  about: "The cards that the next action changes together.",
  file: "src/features/board/selection/selectionMachine.ts",
  initial: { none: "" },
  states: {
    none: "No card is selected. Actions change the focused card.",
    some: "Actions change the selected cards, and a drag moves all of them.",
  },
  events: {
    cardsSelected: "the user selected cards, or extended the selection",
    cardsUnselected: "the user took cards out, or they were deleted or filtered out; others stay",
    lastCardUnselected: "the same with the last cards",
    selectionCleared: "Escape, or the bar's button",
    userLeft: "the session ended, or the user left the board",
  },
  table: selectionTable,
  ignored: {
    none: ["cardsUnselected", "lastCardUnselected", "selectionCleared", "userLeft"],
  },
};
