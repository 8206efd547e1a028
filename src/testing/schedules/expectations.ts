import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";

/** A move that the user requested, by its number. */
interface Wish {
  move: number;
  to: TaskStatus;
  /** Whether a refresh was running when it was requested. */
  duringRefresh: boolean;
  /** When its response was lost; null before that. */
  lost: number | null;
  /** The tick in which its response was lost. */
  lostAt: number;
  /** `Client.lastBeforeReturn` when it was last sent. */
  sentAt: number | null;
  /** Whether a board showed that the server did not apply it, so that it may be resent. */
  mayRepeat: boolean;
}

interface CardHopes {
  wish: Wish | null;
  /** The last confirmed move, until a board shows it. */
  known: { move: number; to: TaskStatus; since: number } | null;
  /** When a response was last lost, until a board shows the outcome. */
  doubt: number | null;
}

/** A toast: a success with its status, or a failure. */
export type Said = `moved to ${TaskStatus}` | "failed";

/**
 * The board and the toasts that the specification demands. They are derived from the user's actions
 * and the network's deliveries, never from the app's state. `now` counts events.
 */
export class Expectations {
  snapshot: Board | null = null;
  readonly said: Said[] = [];
  private readonly cards = new Map<string, CardHopes>();

  of(cardId: string): CardHopes {
    const hopes = this.cards.get(cardId) ?? { wish: null, known: null, doubt: null };
    this.cards.set(cardId, hopes);
    return hopes;
  }

  wishes(): [string, Wish][] {
    return [...this.cards].flatMap(([id, { wish }]) =>
      wish ? [[id, wish] as [string, Wish]] : [],
    );
  }

  asked(cardId: string, to: TaskStatus, move: number, duringRefresh: boolean): void {
    this.of(cardId).wish = {
      move,
      to,
      duringRefresh,
      lost: null,
      lostAt: 0,
      sentAt: null,
      mayRepeat: false,
    };
  }

  /** The server has applied the move. Superseded moves get no toast. */
  made(cardId: string, move: number, to: TaskStatus, now: number): void {
    const hopes = this.of(cardId);
    hopes.known = { move, to, since: now };
    hopes.doubt = null;
    if (hopes.wish?.move !== move) return;
    hopes.wish = null;
    this.said.push(`moved to ${to}`);
  }

  refused(cardId: string, move: number): void {
    const hopes = this.of(cardId);
    if (hopes.wish?.move !== move) return;
    hopes.wish = null;
    this.said.push("failed");
  }

  lost(cardId: string, move: number, now: number, tick: number): void {
    const { wish } = Object.assign(this.of(cardId), { doubt: now });
    if (wish?.move === move) Object.assign(wish, { lost: now, lostAt: tick });
  }

  /** A board has arrived. Returns the cards with a lost response whose outcome it shows. */
  resolveLost(board: Board, requested: number): string[] {
    this.snapshot = board;
    for (const hopes of this.cards.values()) {
      if (hopes.known && hopes.known.since < requested) hopes.known = null;
      if (hopes.doubt !== null && hopes.doubt < requested) hopes.doubt = null;
    }
    return this.wishes().flatMap(([id, { lost }]) => (lost && lost < requested ? [id] : []));
  }

  /** The board shows whether the server has applied a move whose response was lost. */
  settled(cardId: string, isMade: boolean): void {
    const hopes = this.of(cardId);
    this.said.push(isMade && hopes.wish ? `moved to ${hopes.wish.to}` : "failed");
    hopes.wish = null;
  }

  /** The board with all pending moves folded over it. */
  shown(): Board | null {
    if (!this.snapshot) return null;
    const board = { ...this.snapshot };
    const hopes = [...this.cards]
      .flatMap(([id, { wish, known }]) => {
        const hope = wish ?? known;
        return hope ? [{ id, ...hope }] : [];
      })
      .toSorted((a, b) => a.move - b.move);
    for (const { id, to } of hopes) {
      const from = TASK_STATUSES.find((status) => board[status].some((card) => card.id === id));
      const card = from && board[from].find((task) => task.id === id);
      if (!from || !card) continue;
      board[from] = board[from].filter((task) => task !== card);
      board[to] = [{ ...card, status: to }, ...board[to]];
    }
    return board;
  }
}
