import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type Task, type TaskStatus } from "#contract/task.ts";

/** The outcome of a request at the server. */
export type Fate =
  | "done"
  /** The server refuses it. */
  | "refused"
  /** The connection breaks before or after the server handles the request. */
  | "cutBefore"
  | "cutAfter"
  /** A proxy reports a lost server, which has not or has handled the request. */
  | "gatewayBefore"
  | "gatewayAfter";

export interface Answer {
  status: number;
  body: unknown;
}

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

  move(cardId: string, to: TaskStatus): boolean {
    const card = this.cards.find(({ id }) => id === cardId);
    if (!card) return false;
    this.cards = [{ ...card, status: to }, ...this.cards.filter(({ id }) => id !== cardId)];
    return true;
  }

  add(status: TaskStatus): void {
    const id = `new ${this.cards.length}`;
    if (this.cards.every((card) => card.id !== id)) this.cards.unshift(task(id, status));
  }

  rename(cardId: string): void {
    this.cards = this.cards.map((card) => (card.id === cardId ? renamed(card) : card));
  }

  remove(cardId: string): void {
    this.cards = this.cards.filter(({ id }) => id !== cardId);
  }

  /** Handles a request and returns the response. */
  handle(method: string, path: string, token: string | null, body: unknown): Answer {
    if (path === "/healthz") return { status: 200, body: {} };
    if (path === "/api/auth/refresh") return { status: 200, body: { accessToken: this.token } };
    if (token !== this.token) return { status: 401, body: { error: "Please sign in" } };
    if (method === "GET") return { status: 200, body: { board: this.board() } };
    const cardId = cardOf(path);
    const { status } = body as { status: TaskStatus };
    // The contract leaves the response to a move open (§7).
    return cardId !== null && this.move(cardId, status)
      ? { status: 200, body: "moved" }
      : { status: 404, body: { error: "Task not found" } };
  }
}

const renamed = (card: Task): Task => ({ ...card, title: `${card.title}!` });

/** The card that a request moves; null if it is not a move. */
export function cardOf(path: string): string | null {
  const found = /^\/api\/kanban\/([^/]+)\/status$/.exec(path)?.[1];
  return found === undefined ? null : decodeURIComponent(found);
}
