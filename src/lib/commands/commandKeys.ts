/** The keys of a command: `n`, `ArrowDown`, `shift+j`, `mod+z` (Ctrl or Cmd with z), or `g b` (g, then b). */
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
  goViews: { keys: "g v" },
  goMyWork: { keys: "g w" },
  goActivity: { keys: "g c" },
  goProfile: { keys: "g p" },
  goTeams: { keys: "g m" },
  goUsers: { keys: "g u" },
  goAudit: { keys: "g a" },
  save: { keys: "mod+Enter", inFields: true, inDialogs: true },
  undo: { keys: "mod+z" },
  print: { keys: "mod+p" },
  fullScreen: { keys: "shift+f" },
  cardBelow: repeated("ArrowDown"),
  cardAbove: repeated("ArrowUp"),
  cardRight: repeated("ArrowRight"),
  cardLeft: repeated("ArrowLeft"),
  firstCard: repeated("Home"),
  lastCard: repeated("End"),
  select: { keys: "x" },
  selectedActions: { keys: "." },
  nextTask: repeated("j"),
  previousTask: repeated("k"),
  cardAssignee: opening("a"),
  cardPriority: opening("p"),
  cardDue: opening("d"),
  cardStatus: opening("s"),
  cardTeam: opening("t"),
  cardLabels: opening("l"),
  selectBelow: repeated("shift+ArrowDown"),
  selectAbove: repeated("shift+ArrowUp"),
  selectNext: repeated("shift+j"),
  selectPrevious: repeated("shift+k"),
  selectRight: repeated("shift+ArrowRight"),
  selectLeft: repeated("shift+ArrowLeft"),
  clearSelection: { keys: "Escape" },
  cardMenu: opening("m"),
  cardCopyLink: { keys: "c l" },
  cardDelete: { keys: "Delete" },
} as const satisfies Record<string, CommandKeys>;

export type CommandName = keyof typeof COMMAND_KEYS;

/**
 * The letter, sign or name of a key, without Shift or Caps Lock. A letter of a keyboard without Latin letters
 * counts by its position.
 */
function keyOf(event: KeyboardEvent): string {
  const { key, code } = event;
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const [, position] = /^Key([A-Z])$/.exec(code) ?? [];
  // AltGr makes letters that a Latin keyboard has no key for.
  const isOther = /^[^ -~]/.test(key) && !event.getModifierState("AltGraph");
  return position && isOther ? position.toLowerCase() : key;
}

/** A pressed key as COMMAND_KEYS writes it; "" with Alt. Signs need Shift on some keyboards. */
export function chordOf(event: KeyboardEvent): string {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  if (altKey || (ctrlKey && metaKey)) return "";
  const key = keyOf(event);
  const shift = shiftKey && /^[a-z]|../.test(key) ? "shift+" : "";
  return `${ctrlKey || metaKey ? "mod+" : ""}${shift}${key}`;
}

/** Whether a chord completes the keys of a command, after the first key of a sequence. */
export function completes(chord: string, keys: string, first: string | undefined): boolean {
  if (first !== undefined && `${first} ${chord}` === keys) return true;
  return chord === keys && (first === undefined || /^(mod|shift)\+/.test(chord));
}
