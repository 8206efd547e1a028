import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";

/** A move that a person asked for, by its number. */
interface Wish {
  move: number;
  to: TaskStatus;
  /** A new token was being fetched when it was asked for. */
  duringRefresh: boolean;
  /** When its answer was lost; null while it waits or is on its way. */
  lost: number | null;
  /** In which tick that was. */
  lostAt: number;
  /** `Client.lastBeforeReturn` when it was sent last. */
  sentAt: number | null;
  /** A board has told that it was not carried out, so it may be sent once more. */
  mayRepeat: boolean;
}

interface CardHopes {
  wish: Wish | null;
  /** The move that the server made last, until a board shows it. */
  known: { move: number; to: TaskStatus; since: number } | null;
  /** When an answer was lost last, until a board tells. */
  doubt: number | null;
}

/** What a person has been told: a success with its status, or a failure. */
export type Said = `moved to ${TaskStatus}` | "failed";

/**
 * What the specification and plain honesty ask of the board, worked out from what the person did and
 * what the network delivered, and from nothing that the app keeps. `now` counts events.
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

  /** The server has made the move. Superseded moves are not spoken of. */
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

  /** A board has arrived. Returns the cards with a lost answer, of which it tells. */
  told(board: Board, requested: number): string[] {
    this.snapshot = board;
    for (const hopes of this.cards.values()) {
      if (hopes.known && hopes.known.since < requested) hopes.known = null;
      if (hopes.doubt !== null && hopes.doubt < requested) hopes.doubt = null;
    }
    return this.wishes().flatMap(([id, { lost }]) => (lost && lost < requested ? [id] : []));
  }

  /** A move whose answer was lost is known to have been made or not: the board shows it. */
  settled(cardId: string, isMade: boolean): void {
    const hopes = this.of(cardId);
    this.said.push(isMade && hopes.wish ? `moved to ${hopes.wish.to}` : "failed");
    hopes.wish = null;
  }

  /** The board with all that is still hoped for folded over it, one card after the other. */
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
