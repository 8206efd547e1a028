/** A command that has a key. `keys`: `n`, `mod+z` (Ctrl or Cmd with z), or `g b` (g, then b). */
export interface Command {
  title: string;
  group: CommandGroup;
  keys: string;
}

export type CommandGroup = "Everywhere" | "On the board" | "With a card in focus" | "In a comment";

/** Every key that the app handles itself. `useCommand` binds no others, so the `?` help lists all. */
export const COMMANDS = {
  newTask: { title: "New task", group: "Everywhere", keys: "n" },
  search: { title: "Search, where there is a list", group: "Everywhere", keys: "/" },
  help: { title: "Show these shortcuts", group: "Everywhere", keys: "?" },
  undo: { title: "Undo the last move", group: "On the board", keys: "mod+z" },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;
