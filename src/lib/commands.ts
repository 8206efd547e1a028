/** A command that has a key. `keys`: `n`, `ArrowDown`, `shift+ArrowDown`, `mod+z` (Ctrl or Cmd with z), or `g b` (g, then b). */
export interface Command {
  title: string;
  group: CommandGroup;
  keys: string;
  /** Whether a held key repeats the command. */
  repeats?: true;
  /** Whether the keys work in a text field too. */
  inFields?: true;
}

export type CommandGroup =
  | "Everywhere"
  | "Go to"
  | "On the board"
  | "With a card in focus"
  | "In a task over the board"
  | "In a comment";

const card = (title: string, keys: string) =>
  ({ title, group: "With a card in focus", keys, repeats: true }) as const;

/** Every key that the app handles itself. `useCommand` binds no others, so the `?` help lists all. */
export const COMMANDS = {
  palette: { title: "Command palette", group: "Everywhere", keys: "mod+k", inFields: true },
  newTask: { title: "New task", group: "Everywhere", keys: "n" },
  search: { title: "Search, where there is a list", group: "Everywhere", keys: "/" },
  help: { title: "Show these shortcuts", group: "Everywhere", keys: "?" },
  messages: { title: "Message on screen, or recent messages", group: "Everywhere", keys: "g r" },
  bugReport: { title: "Copy a bug report", group: "Everywhere", keys: "c b" },
  inbox: { title: "Inbox", group: "Go to", keys: "g i" },
  goDashboard: { title: "Dashboard", group: "Go to", keys: "g d" },
  goBoard: { title: "Board", group: "Go to", keys: "g b" },
  goTasks: { title: "Tasks", group: "Go to", keys: "g t" },
  goProfile: { title: "Profile", group: "Go to", keys: "g p" },
  goTeams: { title: "Teams (admins)", group: "Go to", keys: "g m" },
  goUsers: { title: "Users (admins)", group: "Go to", keys: "g u" },
  goAudit: { title: "Audit log (admins)", group: "Go to", keys: "g a" },
  undo: { title: "Undo the last move or change", group: "On the board", keys: "mod+z" },
  cardBelow: card("Next card", "ArrowDown"),
  cardAbove: card("Previous card", "ArrowUp"),
  cardRight: card("Next column", "ArrowRight"),
  cardLeft: card("Previous column", "ArrowLeft"),
  firstCard: card("First card of the column", "Home"),
  lastCard: card("Last card of the column", "End"),
  select: { title: "Select it, or no longer", group: "With a card in focus", keys: "x" },
  selectedActions: {
    title: "Go to the actions on selected tasks",
    group: "With a card in focus",
    keys: ".",
  },
  nextTask: { title: "Next task", group: "In a task over the board", keys: "j" },
  previousTask: { title: "Previous task", group: "In a task over the board", keys: "k" },
  cardAssignee: { title: "Change the assignee", group: "With a card in focus", keys: "a" },
  cardPriority: { title: "Change the priority", group: "With a card in focus", keys: "p" },
  cardDue: { title: "Change the due date", group: "With a card in focus", keys: "d" },
  cardStatus: { title: "Change the status", group: "With a card in focus", keys: "s" },
  selectBelow: card("Select the next card too", "shift+ArrowDown"),
  selectAbove: card("Select the previous card too", "shift+ArrowUp"),
  selectRight: card("Select a card of the next column too", "shift+ArrowRight"),
  selectLeft: card("Select a card of the previous column too", "shift+ArrowLeft"),
  clearSelection: { title: "Clear the selection", group: "On the board", keys: "Escape" },
  cardMenu: { title: "Open the card's menu", group: "With a card in focus", keys: "m" },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;
