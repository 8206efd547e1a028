/** The keys of a command: `n`, `ArrowDown`, `shift+ArrowDown`, `mod+z` (Ctrl or Cmd with z), or `g b` (g, then b). */
export interface CommandKeys {
  keys: string;
  /** Whether a held key repeats the command. */
  repeats?: true;
  /** Whether the keys work in a text field too. */
  inFields?: true;
  /** Whether the keys work in a dialog too. */
  inDialogs?: true;
  /** Whether Enter after the keys chooses in the menu that they open. */
  opensMenu?: true;
}

const MOD = "mod+";
const SHIFT = "shift+";

const opening = (keys: string) => ({ keys, opensMenu: true }) as const;
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
  cardAssignee: opening("a"),
  cardPriority: opening("p"),
  cardDue: opening("d"),
  cardStatus: opening("s"),
  cardTeam: opening("t"),
  selectBelow: repeated("shift+ArrowDown"),
  selectAbove: repeated("shift+ArrowUp"),
  selectRight: repeated("shift+ArrowRight"),
  selectLeft: repeated("shift+ArrowLeft"),
  clearSelection: { keys: "Escape" },
  cardMenu: opening("m"),
} as const satisfies Record<string, CommandKeys>;

export type CommandName = keyof typeof COMMAND_KEYS;

export const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey);

/** Whether `key` is pressed without Ctrl, Cmd or Alt. Some keyboards need Shift for "/" or "?". */
const isAlone = (event: KeyboardEvent, key: string): boolean =>
  event.key === key && isPlain(event) && (key.length === 1 || !event.shiftKey);

/** Whether a key is pressed with Ctrl or Cmd. On a keyboard without Latin letters, its position counts. */
function isWithMod(event: KeyboardEvent, key: string): boolean {
  if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return false;
  if (key.length > 1) return event.key === key;
  const latin = /^[a-z]$/i.test(event.key);
  return latin ? event.key.toLowerCase() === key : event.code === `Key${key.toUpperCase()}`;
}

/** Whether the event completes the keys of a command. */
export function completes(event: KeyboardEvent, keys: string, first: string | undefined): boolean {
  if (keys.startsWith(MOD)) return isWithMod(event, keys.slice(MOD.length));
  if (keys.startsWith(SHIFT)) {
    return event.shiftKey && isPlain(event) && event.key === keys.slice(SHIFT.length);
  }
  const [key = "", second] = keys.split(" ");
  if (second === undefined) return first === undefined && isAlone(event, key);
  return first === key && isAlone(event, second);
}
