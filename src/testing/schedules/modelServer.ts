import type { Board } from "#contract/board.ts";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import { TASK_STATUSES, type Task, type TaskStatus } from "#contract/task.ts";
import { ModelEvents } from "./modelEvents.ts";

/** The outcome of a request at the server. */
export type Fate =
  | "done"
  /** The server refuses it. */
  | "refused"
  /** The connection breaks before or after the server handles the request. */
  | "cutBefore"
  | "cutAfter"
  /** A proxy responds 502, before or after the server handles the request. */
  | "gatewayBefore"
  | "gatewayAfter"
  /** The server is busy: it answers 429, or a proxy 503, and names when to come back. */
  | "busy"
  | "busyProxy";

export interface ModelResponse {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /**
   * The board that this response gives to a client with the board `before`; null if there is none.
   */
  boardAfter?: (before: Board | null) => Board | null;
}

/** The client's event stream comes from the first process. */
export type ProcessId = 0 | 1;

const task = (id: string, status: TaskStatus): Task => ({
  id,
  title: `Task ${id}`,
  description: "",
  status,
  priority: "Low",
  due_date: null,
  assignee_id: null,
  team_id: null,
  created_at: "",
});

/** A minimal server of the contract (§7): columns by latest arrival, one access token. */
export class ModelServer {
  /** The latest arrival first. */
  private cards: Task[] = [task("a", "Todo"), task("b", "Todo"), task("c", "Done")];
  private tokens = 0;
  private readonly processes = [new ModelEvents("first"), new ModelEvents("second")] as const;
  private readonly onChange: (cardId: string, at: ProcessId) => void;

  /** @param onChange called after each change, with the process that made it */
  constructor(onChange: (cardId: string, at: ProcessId) => void) {
    this.onChange = onChange;
  }

  board(): Board {
    const lists = TASK_STATUSES.map((status) => [
      status,
      this.cards.filter((card) => card.status === status),
    ]);
    return Object.fromEntries(lists) as Board;
  }

  get token(): string {
    return `token ${this.tokens}`;
  }

  expireToken(): void {
    this.tokens += 1;
  }

  move(cardId: string, to: TaskStatus, at: ProcessId): boolean {
    const card = this.cards.find(({ id }) => id === cardId);
    if (!card) return false;
    this.cards = [{ ...card, status: to }, ...this.cards.filter(({ id }) => id !== cardId)];
    this.publish(cardId, at);
    return true;
  }

  add(status: TaskStatus, at: ProcessId): void {
    const id = `new ${this.cards.length}`;
    if (this.cards.some((card) => card.id === id)) return;
    this.cards.unshift(task(id, status));
    this.publish(id, at);
  }

  rename(cardId: string, at: ProcessId): void {
    this.cards = this.cards.map((card) => (card.id === cardId ? renamed(card) : card));
    this.publish(cardId, at);
  }

  remove(cardId: string, at: ProcessId): void {
    this.cards = this.cards.filter(({ id }) => id !== cardId);
    this.publish(cardId, at);
  }

  /** Notifies a process of the other one's next change. */
  hear(at: ProcessId): string | undefined {
    return this.processes[at].hear();
  }

  private publish(cardId: string, at: ProcessId): void {
    this.processes[at].publish(cardId);
    this.processes[at === 0 ? 1 : 0].expect(cardId);
    this.onChange(cardId, at);
  }

  private readBoard(at: ProcessId): ModelResponse {
    const board = this.board();
    const headers = { [EVENT_ID_HEADER]: this.processes[at].position };
    return { status: 200, body: { board }, headers, boardAfter: () => board };
  }

  private readChanges(since: string, at: ProcessId): ModelResponse {
    const { position, isUpToDate } = this.processes[at];
    const named = this.processes[at].since(since);
    if (!named) return { status: 200, body: { reset: true }, boardAfter: () => null };
    const board = this.board();
    const tasks = TASK_STATUSES.flatMap((status) =>
      board[status].map((card, index) => ({
        ...card,
        before: board[status][index + 1]?.id ?? null,
      })),
    ).filter(({ id }) => named.includes(id));
    const removed = named.filter((id) => this.cards.every((card) => card.id !== id));
    const body = { position, tasks, removed };
    const partly = (before: Board | null) => before && withCards(before, board, named);
    return { status: 200, body, boardAfter: isUpToDate ? () => board : partly };
  }

  /** Handles a request and returns the response. */
  handle(
    method: string,
    url: URL,
    token: string | null,
    body: unknown,
    at: ProcessId,
  ): ModelResponse {
    const path = url.pathname;
    if (path === "/healthz") return { status: 200, body: {} };
    if (path === "/api/auth/refresh") return { status: 200, body: { accessToken: this.token } };
    if (token !== this.token) return { status: 401, body: { error: "Please sign in" } };
    if (path === "/api/kanban/changes") {
      return this.readChanges(url.searchParams.get("since") ?? "", at);
    }
    if (method === "GET") return this.readBoard(at);
    const cardId = cardOf(path);
    const { status } = body as { status: TaskStatus };
    // The contract leaves the response to a move open (§7).
    return cardId !== null && this.move(cardId, status, at)
      ? { status: 200, body: "moved" }
      : { status: 404, body: { error: "Task not found" } };
  }
}

/** The board with the named cards as they are now, each on top of the card that is below it now. */
function withCards(before: Board, now: Board, named: readonly string[]): Board {
  const board = { ...before };
  for (const status of TASK_STATUSES) {
    const column = before[status].filter(({ id }) => !named.includes(id));
    for (const [index, card] of [...now[status].entries()].toReversed()) {
      if (!named.includes(card.id)) continue;
      const below = column.findIndex(({ id }) => id === now[status][index + 1]?.id);
      column.splice(below === -1 ? column.length : below, 0, card);
    }
    board[status] = column;
  }
  return board;
}

const renamed = (card: Task): Task => ({ ...card, title: `${card.title}!` });

/** The card that a request moves; null if it is not a move. */
export function cardOf(path: string): string | null {
  const found = /^\/api\/kanban\/([^/]+)\/status$/.exec(path)?.[1];
  return found === undefined ? null : decodeURIComponent(found);
}
