import type { TaskStatus } from "#contract/task.ts";
import { cardOf } from "#testing/schedules/model/modelServer.ts";
import type { NetworkCall } from "#testing/schedules/model/network.ts";

/** A call of a client that only moves cards: it writes moves, and reads boards and tasks. */
export interface Call extends NetworkCall {
  /** The card that it moves; "" if it moves none. */
  cardId: string;
  /** The task that it reads; "" for the board. */
  taskId: string;
  to: TaskStatus;
  /** The number of its move. */
  move: number;
  /** Whether it is a replay after a 401. */
  isReplay: boolean;
  /** The id of its query. */
  query: string;
}

export function kindOf(path: string): Call["kind"] {
  if (cardOf(path) !== null) return "write";
  if (path === "/healthz") return "probe";
  return path === "/api/auth/refresh" ? "refresh" : "read";
}

/** A refresh fails after this many attempts. */
const ATTEMPTS = 3;

/** Every call of a run, in order. */
export class CallLog {
  private readonly calls: Call[] = [];
  private refreshFailures = 0;

  add(call: Call): void {
    this.calls.push(call);
  }

  /** Whether the same query continued with another call. */
  isContinued(call: Call): boolean {
    const later = this.calls.slice(this.calls.indexOf(call) + 1);
    return later.some(({ kind, query }) => kind === "read" && query === call.query);
  }

  /** How many calls of a query got a 401. */
  refusals(query: string): number {
    return this.calls.filter((call) => call.query === query && call.end === "refusedToken").length;
  }

  moves(): Call[] {
    return this.calls.filter(({ kind }) => kind === "write");
  }

  /** Whether a move got a 401 and was not sent again yet. */
  isAwaitingReplay(cardId: string, move: number): boolean {
    const before = this.calls.findLast((call) => call.cardId === cardId && call.move === move);
    return before?.end === "refusedToken" && !before.isReplay;
  }

  /** Whether a card's call may still be sent again with a new token. */
  mayBeResent(cardId: string): boolean {
    return this.calls.some(
      (call) =>
        call.cardId === cardId &&
        (call.end === "out" || (call.end === "refusedToken" && !this.isReplayed(call))),
    );
  }

  /** True also between two attempts of one refresh. */
  isRefreshing(): boolean {
    if (this.refreshFailures > 0) return true;
    return this.calls.some((call) => call.kind === "refresh" && call.end === "out");
  }

  /** Ends a refresh. Returns the moves that waited for it if it failed. */
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
