/** The keys of a command: `n`, `ArrowDown`, `shift+ArrowDown`, `mod+z` (Ctrl or Cmd with z), or `g b` (g, then b). */
export interface CommandKeys {
  keys: string;
  /** Whether a held key repeats the command. */
  repeats?: true;
  /** Whether the keys work in a text field too. */
  inFields?: true;
  /** Whether the keys work in a dialog too. */
  inDialogs?: true;
}

const repeated = (keys: string) => ({ keys, repeats: true }) as const;

/** Every key that the app handles itself. commands.ts has their titles, which load later. */
export const COMMAND_KEYS = {
  palette: { keys: "mod+k", inFields: true },
  newTask: { keys: "n" },
  search: { keys: "/" },
  help: { keys: "?" },
  messages: { keys: "g r" },
  bugReport: { keys: "c b" },
  bugReportWithNames: { keys: "c n" },
  inbox: { keys: "g i" },
  goDashboard: { keys: "g d" },
  goBoard: { keys: "g b" },
  goTasks: { keys: "g t" },
  goActivity: { keys: "g c" },
  goProfile: { keys: "g p" },
  goTeams: { keys: "g m" },
  goUsers: { keys: "g u" },
  goAudit: { keys: "g a" },
  save: { keys: "mod+Enter", inFields: true, inDialogs: true },
  undo: { keys: "mod+z" },
  cardBelow: repeated("ArrowDown"),
  cardAbove: repeated("ArrowUp"),
  cardRight: repeated("ArrowRight"),
  cardLeft: repeated("ArrowLeft"),
  firstCard: repeated("Home"),
  lastCard: repeated("End"),
  select: { keys: "x" },
  selectedActions: { keys: "." },
  nextTask: { keys: "j" },
  previousTask: { keys: "k" },
  cardAssignee: { keys: "a" },
  cardPriority: { keys: "p" },
  cardDue: { keys: "d" },
  cardStatus: { keys: "s" },
  cardTeam: { keys: "t" },
  selectBelow: repeated("shift+ArrowDown"),
  selectAbove: repeated("shift+ArrowUp"),
  selectRight: repeated("shift+ArrowRight"),
  selectLeft: repeated("shift+ArrowLeft"),
  clearSelection: { keys: "Escape" },
  cardMenu: { keys: "m" },
} as const satisfies Record<string, CommandKeys>;

export type CommandName = keyof typeof COMMAND_KEYS;
