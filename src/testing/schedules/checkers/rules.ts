/** The rules that must hold at every step, or once no message is pending. */
export const RULES = [
  /** The app shows the last received board with the pending moves folded over it. */
  "shown",
  "one request per card",
  "sent once",
  "newest only",
  "nothing while offline",
  "in order after an outage",
  "the server hears older moves first",
  "one toast per outcome",
  "undo",
  /** Cards that were moved together are moved and undone together. */
  "together",
  /** After a refused move the app refetches the board. */
  "a fresh board",
  /** The app shows other users' changes without a reload. */
  "follows",
  /** Once no message is pending, the app shows the server's board, and no move is open. */
  "settles",
  "no illegal event",
  /** The cache holds what the server has sent, unpatched. */
  "facts",
  /** A change stays in the store or the outbox until the server has it, refuses it, or others go first. */
  "no change lost",
  "a refused change leaves",
  /** Nothing that must read the task first overwrites another user's later change. */
  "nothing overwritten",
  /** An older change of the user never replaces a newer one. */
  "the newest wins",
  "only the owner's session",
] as const;
export type Rule = (typeof RULES)[number];

export class RuleViolation extends Error {}

/** The rules of a run, and the first violation. */
export class Rulebook {
  private readonly rules: ReadonlySet<Rule>;
  private broken: RuleViolation | null = null;

  constructor(rules: ReadonlySet<Rule>) {
    this.rules = rules;
  }

  must(rule: Rule, holds: boolean, what: () => string): void {
    if (!holds && this.rules.has(rule)) this.broken ??= new RuleViolation(`${rule}: ${what()}`);
  }

  throwIfBroken(): void {
    if (this.broken) throw this.broken;
  }
}
