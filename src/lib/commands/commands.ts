import { COMMAND_KEYS, type CommandKeys, type CommandName } from "./commandKeys.ts";

/** A command that has a key, as the help and the palette list it. */
export interface Command extends CommandKeys {
  title: string;
  group: CommandGroup;
}

type CommandGroup =
  | "Everywhere"
  | "Go to"
  | "With a task in focus"
  | "In a list or an open task"
  | "In a search";

/** `useCommand` binds no other commands, so the `?` help lists all. */
const TITLES: Record<CommandName, readonly [CommandGroup, string]> = {
  palette: ["Everywhere", "Command palette"],
  newTask: ["Everywhere", "New task"],
  search: ["Everywhere", "Search, where there is a list"],
  help: ["Everywhere", "Show these shortcuts"],
  messages: ["Everywhere", "Message on screen, or the last messages"],
  bugReport: ["Everywhere", "Copy a bug report"],
  bugReportWithNames: ["Everywhere", "Copy a bug report with names"],
  inbox: ["Go to", "Inbox"],
  goDashboard: ["Go to", "Dashboard"],
  goBoard: ["Go to", "Board"],
  goTasks: ["Go to", "Tasks"],
  goViews: ["Go to", "Saved views"],
  goMyWork: ["Go to", "My work"],
  goActivity: ["Go to", "What changed"],
  goProfile: ["Go to", "Profile"],
  goTeams: ["Go to", "Teams (admins)"],
  goUsers: ["Go to", "Users (admins)"],
  goAudit: ["Go to", "Audit log (admins)"],
  save: ["Everywhere", "Save the form"],
  undo: ["Everywhere", "Undo the last move or change"],
  print: ["Everywhere", "Print"],
  fullScreen: ["Everywhere", "Full screen, on the board"],
  cardBelow: ["With a task in focus", "Next task"],
  cardAbove: ["With a task in focus", "Previous task"],
  cardRight: ["With a task in focus", "Next column, or card of the list"],
  cardLeft: ["With a task in focus", "Previous column, or card of the list"],
  firstCard: ["With a task in focus", "First task of the column or list"],
  lastCard: ["With a task in focus", "Last task of the column or list"],
  select: ["With a task in focus", "Select it, or no longer"],
  selectedActions: ["Everywhere", "Go to the actions on what is selected"],
  nextTask: ["In a list or an open task", "Next task, also into the list with ↓"],
  previousTask: ["In a list or an open task", "Previous task"],
  cardAssignee: ["With a task in focus", "Change the assignee, or that of all selected ones"],
  cardPriority: ["With a task in focus", "Change the priority"],
  cardDue: ["With a task in focus", "Change the due date"],
  cardStatus: ["With a task in focus", "Change the status"],
  cardTeam: ["With a task in focus", "Change the team (admins)"],
  cardLabels: ["With a task in focus", "Change the labels"],
  selectBelow: ["With a task in focus", "Select the next card too"],
  selectAbove: ["With a task in focus", "Select the previous card too"],
  selectNext: ["With a task in focus", "Select the next task too"],
  selectPrevious: ["With a task in focus", "Select the previous task too"],
  selectRight: ["With a task in focus", "Select a card of the next column too"],
  selectLeft: ["With a task in focus", "Select a card of the previous column too"],
  clearSelection: ["Everywhere", "Clear the selection"],
  cardMenu: ["With a task in focus", "Open its menu"],
  cardCopyLink: ["With a task in focus", "Copy its link"],
  cardDelete: ["With a task in focus", "Delete it, after a question"],
};

export function commandOf(name: CommandName): Command {
  const [group, title] = TITLES[name];
  return { group, title, ...COMMAND_KEYS[name] };
}

/** All commands, in the order of the help. */
export const commands = (): Command[] => (Object.keys(TITLES) as CommandName[]).map(commandOf);
