import { COMMAND_KEYS, type CommandKeys, type CommandName } from "./commandKeys.ts";

/** A command that has a key, as the help and the palette list it. */
export interface Command extends CommandKeys {
  title: string;
  group: CommandGroup;
}

export type CommandGroup =
  | "Everywhere"
  | "Go to"
  | "On the board"
  | "With a card in focus"
  | "In a task over the board"
  | "In a comment";

/** `useCommand` binds no other commands, so the `?` help lists all. */
const TITLES: Record<CommandName, readonly [CommandGroup, string]> = {
  palette: ["Everywhere", "Command palette"],
  newTask: ["Everywhere", "New task"],
  search: ["Everywhere", "Search, where there is a list"],
  help: ["Everywhere", "Show these shortcuts"],
  messages: ["Everywhere", "Message on screen, or recent messages"],
  bugReport: ["Everywhere", "Copy a bug report"],
  inbox: ["Go to", "Inbox"],
  goDashboard: ["Go to", "Dashboard"],
  goBoard: ["Go to", "Board"],
  goTasks: ["Go to", "Tasks"],
  goProfile: ["Go to", "Profile"],
  goTeams: ["Go to", "Teams (admins)"],
  goUsers: ["Go to", "Users (admins)"],
  goAudit: ["Go to", "Audit log (admins)"],
  undo: ["On the board", "Undo the last move or change"],
  cardBelow: ["With a card in focus", "Next card"],
  cardAbove: ["With a card in focus", "Previous card"],
  cardRight: ["With a card in focus", "Next column"],
  cardLeft: ["With a card in focus", "Previous column"],
  firstCard: ["With a card in focus", "First card of the column"],
  lastCard: ["With a card in focus", "Last card of the column"],
  select: ["With a card in focus", "Select it, or no longer"],
  selectedActions: ["With a card in focus", "Go to the actions on selected tasks"],
  nextTask: ["In a task over the board", "Next task"],
  previousTask: ["In a task over the board", "Previous task"],
  cardAssignee: ["With a card in focus", "Change the assignee"],
  cardPriority: ["With a card in focus", "Change the priority"],
  cardDue: ["With a card in focus", "Change the due date"],
  cardStatus: ["With a card in focus", "Change the status"],
  selectBelow: ["With a card in focus", "Select the next card too"],
  selectAbove: ["With a card in focus", "Select the previous card too"],
  selectRight: ["With a card in focus", "Select a card of the next column too"],
  selectLeft: ["With a card in focus", "Select a card of the previous column too"],
  clearSelection: ["On the board", "Clear the selection"],
  cardMenu: ["With a card in focus", "Open the card's menu"],
};

export function commandOf(name: CommandName): Command {
  const [group, title] = TITLES[name];
  return { group, title, ...COMMAND_KEYS[name] };
}

/** All commands, in the order of the help. */
export const commands = (): Command[] => (Object.keys(TITLES) as CommandName[]).map(commandOf);
