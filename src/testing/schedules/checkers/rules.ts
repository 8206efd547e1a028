/** The rules that must hold at every step, or once no message is pending. */
const RULES = [
  /** The app shows the last received board with the pending moves folded over it. */
  "shown",
  "one request per card",
  "sent once",
  /** Of a field's values in a tab only the newest is sent. */
  "newest only",
  "nothing while offline",
  "in order after an outage",
  "one toast per outcome",
  /** An undo leads back to where the user has found the value. */
  "undo",
  /** Cards that were moved together are moved and undone together. */
  "together",
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
type Rule = (typeof RULES)[number];

export class RuleViolation extends Error {}

/** The first violation of a run. */
export class Rulebook {
  private broken: RuleViolation | null = null;

  must(rule: Rule, holds: boolean, what: () => string): void {
    if (!holds) this.broken ??= new RuleViolation(`${rule}: ${what()}`);
  }

  throwIfBroken(): void {
    if (this.broken) throw this.broken;
  }
}
