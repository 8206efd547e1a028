import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { columnOf } from "#features/changes/shown/moveCards.ts";

/** A move that the user requested, by its number. */
interface PendingMove {
  move: number;
  to: TaskStatus;
  /** Whether a refresh was running when it was requested. */
  duringRefresh: boolean;
  /** The event count when its response was lost; null before that. */
  lost: number | null;
  /** The tick in which its response was lost. */
  lostTick: number;
  /** `Client.lastBeforeReturn` when it was last sent. */
  sentAt: number | null;
  /** Whether a board showed that the server did not apply it, so that it may be resent. */
  mayResend: boolean;
  /** Where the card was when the task was last read for an undo. */
  found: TaskStatus | null;
  /** The event count when it was requested, and when the board on screen was. */
  requested: number;
  seen: number;
}

interface CardExpectation {
  /** The newest requested move whose outcome is still open. */
  pending: PendingMove | null;
  /** The last confirmed move, until a board shows it. */
  confirmed: { move: number; to: TaskStatus; since: number } | null;
  /** When a response to a move of the card was last lost; null once a board shows the outcome. */
  unsureSince: number | null;
  /** The columns that boards have shown, and those of the user's moves. */
  columns: Set<TaskStatus>;
}

/** A move whose response was lost. */
interface Lost {
  move: number;
  to: TaskStatus;
}

/** A toast: a success with its status, or a failure. */
export type Toast = `moved to ${TaskStatus}` | "failed";

/** The cards above and below a card; null at the column's ends. */
export interface Neighbours {
  above: string | null;
  below: string | null;
}

/**
 * The board and the toasts that the specification demands. They are derived from the user's actions
 * and the network's deliveries, never from the app's state. `now` counts events.
 */
export class Expectations {
  snapshot: Board | null = null;
  /** When that board was requested. */
  private requested = 0;
  readonly toasts: Toast[] = [];
  /** Where each move took its card from. */
  readonly leaves = new Map<number, Neighbours | null>();
  /** The moves that the server has confirmed. */
  readonly applied = new Set<number>();
  /** The last move of each card that the server has confirmed. */
  readonly lastApplied = new Map<string, number>();
  /** `Client.lastBeforeReturn` when each move was last sent. */
  readonly sentAt = new Map<number, number>();
  /** The moves that undo another one. */
  readonly undoes = new Map<number, number>();
  private readonly cards = new Map<string, CardExpectation>();

  of(cardId: string): CardExpectation {
    const expected = this.cards.get(cardId) ?? {
      pending: null,
      confirmed: null,
      unsureSince: null,
      columns: new Set(),
    };
    this.cards.set(cardId, expected);
    return expected;
  }

  pendingMoves(): [string, PendingMove][] {
    return [...this.cards].flatMap(([id, { pending }]) =>
      pending ? [[id, pending] as [string, PendingMove]] : [],
    );
  }

  request(
    cardId: string,
    { to, move, duringRefresh }: Pick<PendingMove, "to" | "move" | "duringRefresh">,
    now: number,
  ): void {
    const expected = this.of(cardId);
    expected.columns.add(to);
    expected.pending = {
      move,
      to,
      duringRefresh,
      lost: null,
      lostTick: 0,
      // A card that goes back to where its running request leads waits for that one.
      sentAt: this.sentAt.get(move) ?? null,
      mayResend: false,
      found: null,
      requested: now,
      seen: this.requested,
    };
  }

  /** The server has applied the move. Superseded moves get no toast. */
  confirm(cardId: string, move: number, to: TaskStatus, since: number = Infinity): void {
    const expected = this.of(cardId);
    this.applied.add(move);
    this.lastApplied.set(cardId, move);
    expected.confirmed = since < this.requested ? null : { move, to, since };
    expected.unsureSince = null;
    if (expected.pending?.move !== move) return;
    expected.pending = null;
    this.toasts.push(`moved to ${to}`);
  }

  /** The app has processed the confirmations of this step. */
  confirmed(now: number): void {
    for (const { confirmed } of this.cards.values())
      if (confirmed?.since === Infinity) confirmed.since = now;
  }

  /** The app shows its last board and refetches it, so the next one decides about lost responses too. */
  refuse(cardId: string, move: number): void {
    const expected = this.of(cardId);
    if (expected.pending?.move !== move) return;
    expected.pending = null;
    expected.unsureSince = null;
    this.toasts.push("failed");
  }

  /** A move to the card's column on the server leaves it there, applied or not. */
  loseResponse(cardId: string, { move, to }: Lost, now: number, tick: number): void {
    const expected = this.of(cardId);
    const place = this.snapshot && columnOf(this.snapshot, cardId);
    if (place !== to) expected.unsureSince = now;
    const { pending } = expected;
    if (pending?.move === move) Object.assign(pending, { lost: now, lostTick: tick });
  }

  /** A board has arrived. Returns the cards with a lost response whose outcome it shows. */
  resolveLost(board: Board, requested: number): string[] {
    this.snapshot = board;
    this.requested = requested;
    for (const expected of this.cards.values()) {
      if (expected.confirmed && expected.confirmed.since < requested) expected.confirmed = null;
      if (expected.unsureSince !== null && expected.unsureSince < requested)
        expected.unsureSince = null;
    }
    return this.pendingMoves().flatMap(([id, { lost, move }]) =>
      // The task itself is read for an undo.
      lost && lost < requested && !this.undoes.has(move) ? [id] : [],
    );
  }

  /** The columns that a board shows. */
  noteColumns(board: Board): void {
    for (const status of TASK_STATUSES)
      for (const { id } of board[status]) this.of(id).columns.add(status);
  }

  /** The board shows whether the server has applied a move whose response was lost. */
  settle(cardId: string, isApplied: boolean): void {
    const expected = this.of(cardId);
    this.toasts.push(isApplied && expected.pending ? `moved to ${expected.pending.to}` : "failed");
    expected.pending = null;
  }

  /** The board with all pending moves folded over it. */
  shown(): Board | null {
    if (!this.snapshot) return null;
    const board = { ...this.snapshot };
    const expected = [...this.cards]
      .flatMap(([id, { pending, confirmed }]) => {
        const newest = pending ?? confirmed;
        return newest ? [{ id, ...newest }] : [];
      })
      .toSorted((a, b) => a.move - b.move);
    for (const { id, to, move } of expected) {
      const from = TASK_STATUSES.find((status) => board[status].some((card) => card.id === id));
      const card = from && board[from].find((task) => task.id === id);
      if (!from || !card) continue;
      board[from] = board[from].filter((task) => task !== card);
      const index = this.indexIn(board[to], move);
      board[to] = board[to].toSpliced(index, 0, { ...card, status: to });
    }
    return board;
  }

  /**
   * A moved card goes on top. An undone move returns it above the card that was below it, or below
   * the one above.
   */
  private indexIn(column: readonly { id: string }[], move: number): number {
    const undone = this.undoes.get(move);
    const former = undone === undefined ? null : this.leaves.get(undone);
    if (!former) return 0;
    const ids = column.map(({ id }) => id);
    if (former.below === null) return ids.length;
    if (ids.includes(former.below)) return ids.indexOf(former.below);
    return former.above !== null && ids.includes(former.above) ? ids.indexOf(former.above) + 1 : 0;
  }

  neighboursOf(cardId: string): Neighbours | null {
    const columns = Object.values(this.shown() ?? {});
    const ids = columns
      .map((column) => column.map(({ id }) => id))
      .find((one) => one.includes(cardId));
    if (!ids) return null;
    const index = ids.indexOf(cardId);
    return { above: ids[index - 1] ?? null, below: ids[index + 1] ?? null };
  }
}
