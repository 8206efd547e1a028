import type { EndedMove } from "#testing/schedules/clients/tabScreen.ts";
import { type Intents, keyOf } from "./intents.ts";
import type { Rulebook } from "./rules.ts";

const FAILED = "failed";
/** No toast, or a note that nothing was undone. */
const NONE = "";

/** Checks that each outcome of a move shows one toast. Replaced moves have none. */
export class ToastRules {
  private readonly intents: Intents;
  private readonly rulebook: Rulebook;
  private shown: string[] = [];
  /** For each move that has ended, the toasts that may show it. */
  private due: string[][] = [];

  constructor(intents: Intents, rulebook: Rulebook) {
    this.intents = intents;
    this.rulebook = rulebook;
  }

  noteEnded({ id, move, end }: EndedMove): void {
    const moved = `moved to ${move.value}`;
    const intent = this.intents.get(keyOf({ id, what: "status", when: move.when }));
    if (end === "confirmed") this.due.push([moved]);
    else if (end === "gone" && intent?.isRefused) this.due.push([FAILED]);
    else if (end === "gone" && move.undoes === undefined) this.due.push([moved, FAILED]);
    else this.due.push([moved, FAILED, NONE]);
  }

  /** The app has shown a toast. */
  noteToast(message: unknown): void {
    const { text } = (message as { props?: { text?: unknown } }).props ?? {};
    const [moved] = /moved to .+$/.exec(typeof text === "string" ? text : "") ?? [];
    if (moved) this.shown.push(moved);
    if (text === "Failed to update task status") this.shown.push(FAILED);
  }

  /** The app has handled everything that has arrived. */
  tick(): void {
    const left = [...this.shown];
    for (const texts of this.due.toSorted((a, b) => a.length - b.length)) {
      const found = texts.map((text) => left.indexOf(text)).find((index) => index !== -1);
      if (found !== undefined) left.splice(found, 1);
      const isShown = found !== undefined || texts.includes(NONE);
      this.rulebook.must("one toast per outcome", isShown, () => `none of ${texts.join()}`);
    }
    this.rulebook.must("one toast per outcome", left.length === 0, () => `${left.join()} too many`);
    this.shown = [];
    this.due = [];
  }
}
