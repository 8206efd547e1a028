import type { Machine, PlainTable } from "#lib/machine.ts";

export type SelectionPhase = "none" | "some";

export type SelectionEvent =
  | "itemsSelected"
  | "itemsUnselected"
  | "lastItemUnselected"
  | "selectionReplaced"
  | "selectionCleared"
  | "userLeft";

/** The next phase by phase and event. */
export const selectionTable: PlainTable<SelectionPhase, SelectionEvent> = {
  none: { itemsSelected: "some", selectionReplaced: "some" },
  some: {
    itemsSelected: "some",
    itemsUnselected: "some",
    lastItemUnselected: "none",
    selectionReplaced: "some",
    selectionCleared: "none",
    userLeft: "none",
  },
};

/** The machine's description, for docs/machines.md and for reports of illegal events. */
export const selectionMachine: Machine<SelectionPhase, SelectionEvent> = {
  name: "The selection",
  about: "The tasks or users of the screen that the next action changes together.",
  file: "src/features/selection/selectionMachine.ts",
  initial: { none: "" },
  states: {
    none: "Nothing is selected. On the board and the list, actions change the focused task.",
    some: "Actions change everything that is selected, and a drag on the board moves it.",
  },
  events: {
    itemsSelected: "the user selected items, or extended the selection",
    itemsUnselected: "the user took items out; others stay",
    lastItemUnselected: "the same with the last items",
    selectionReplaced:
      "the user selected all that match, items were deleted or filtered out, or an action has ended",
    selectionCleared: "Escape, the bar's button, other filters, or the user left the screen",
    userLeft: "the session ended",
  },
  table: selectionTable,
  ignored: {
    none: ["itemsUnselected", "lastItemUnselected", "selectionCleared", "userLeft"],
  },
};
