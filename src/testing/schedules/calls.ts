import type { TaskStatus } from "#contract/task.ts";
import { cardOf } from "./modelServer.ts";

/** A call on its way. */
export interface Call {
  kind: "move" | "board" | "refresh" | "probe";
  cardId: string;
  to: TaskStatus;
  /** The number of the move that it carries out. */
  move: number;
  /** It was sent before, and refused for its token. */
  isReplay: boolean;
  /** The id of the query that it belongs to. */
  boardRequest: string;
  signal: AbortSignal | null;
  end: "out" | "refusedToken" | "lost" | "answered";
}

export function kindOf(path: string): Call["kind"] {
  if (cardOf(path) !== null) return "move";
  if (path === "/healthz") return "probe";
  return path === "/api/auth/refresh" ? "refresh" : "board";
}

/** After so many failures in a row a refresh is given up. */
const ATTEMPTS = 3;

/** Every call of a run, in order, and what can be told from them. */
export class CallLog {
  private readonly calls: Call[] = [];
  private refreshFailures = 0;

  add(call: Call): void {
    this.calls.push(call);
  }

  moves(): Call[] {
    return this.calls.filter(({ kind }) => kind === "move");
  }

  /** Whether a move sent now was refused for its token, and not yet sent again. */
  isAwaitingReplay(cardId: string, move: number): boolean {
    const before = this.calls.findLast((call) => call.cardId === cardId && call.move === move);
    return before?.end === "refusedToken" && !before.isReplay;
  }

  /** Whether a card's call is not answered for good: it may be sent once more with a new token. */
  isOut(cardId: string): boolean {
    return this.calls.some(
      (call) =>
        call.cardId === cardId &&
        (call.end === "out" || (call.end === "refusedToken" && !this.isReplayed(call))),
    );
  }

  /** Also between two attempts of one refresh. */
  isRefreshing(): boolean {
    if (this.refreshFailures > 0) return true;
    return this.calls.some((call) => call.kind === "refresh" && call.end === "out");
  }

  /** A refresh has ended. Returns the moves that waited for it, if it is given up. */
  refreshed(succeeded: boolean): Call[] {
    this.refreshFailures = succeeded ? 0 : this.refreshFailures + 1;
    if (this.refreshFailures < ATTEMPTS) return [];
    this.refreshFailures = 0;
    return this.moves().filter((call) => call.end === "refusedToken" && !this.isReplayed(call));
  }

  private isReplayed(call: Call): boolean {
    const { cardId, move } = call;
    const later = this.calls.slice(this.calls.indexOf(call) + 1);
    return later.some((other) => other.cardId === cardId && other.move === move);
  }
}
