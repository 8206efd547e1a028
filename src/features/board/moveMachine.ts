import type { TaskStatus } from "#contract/task.ts";

/** Where someone wants a card. `at` is the board's logical clock when it was asked. */
export interface Intent {
  to: TaskStatus;
  at: number;
}

/** Where the server has put a card. `since` is the clock at its confirmation. */
export interface Fact extends Intent {
  since: number;
}

/**
 * One card's moves. `known` is a confirmed move that no board has shown yet; `sent` is on its way;
 * `want` waits for its turn. Settled cards have no entry in the state.
 */
export type CardMove =
  | { phase: "settled" }
  | { phase: "queued"; known: Fact | null; want: Intent }
  | { phase: "sending"; known: Fact | null; sent: Intent }
  | { phase: "superseded"; known: Fact | null; sent: Intent; want: Intent }
  | { phase: "confirmed"; known: Fact };

export type MovePhase = CardMove["phase"];

/** What happened, with the clock's reading. `from` is where the server's board has the card. */
export type MoveEvent =
  | { type: "moveRequested"; from: TaskStatus | null; to: TaskStatus; now: number }
  | { type: "moveSent"; at: number }
  | { type: "moveConfirmed"; at: number; now: number }
  | { type: "moveRejected"; at: number }
  | { type: "boardArrived"; requested: number };

export type MoveEventType = MoveEvent["type"];

type In<P extends MovePhase> = Extract<CardMove, { phase: P }>;
type On<E extends MoveEventType> = Extract<MoveEvent, { type: E }>;

/** `to` lists the phases that `next` can lead to, for tests and documentation. */
interface Transition<P extends MovePhase, E extends MoveEventType> {
  to: readonly MovePhase[];
  next: (move: In<P>, event: On<E>) => CardMove;
}

export type MoveTable = {
  readonly [P in MovePhase]: { readonly [E in MoveEventType]?: Transition<P, E> };
};

const SETTLED: CardMove = { phase: "settled" };

const rest = (known: Fact | null): CardMove => (known ? { phase: "confirmed", known } : SETTLED);
const intent = ({ to, now }: On<"moveRequested">): Intent => ({ to, at: now });
const fact = (sent: Intent, since: number): Fact => ({ ...sent, since });
/** A board asked for after the confirmation shows the move itself. */
const unlessShown = (known: Fact | null, { requested }: On<"boardArrived">): Fact | null =>
  known && known.since < requested ? null : known;

function forgetShown<M extends CardMove & { known: Fact | null }>(
  move: M,
  event: On<"boardArrived">,
): M {
  const known = unlessShown(move.known, event);
  return known === move.known ? move : { ...move, known };
}

/** Phase × event. An event that a phase does not list changes nothing. */
export const moveTable: MoveTable = {
  settled: {
    moveRequested: {
      to: ["queued", "settled"],
      next: (move, event) =>
        event.to === event.from ? move : { phase: "queued", known: null, want: intent(event) },
    },
  },
  queued: {
    moveRequested: {
      to: ["queued", "confirmed", "settled"],
      next: (move, event) => {
        if (event.to === move.want.to) return move;
        const base = move.known ? move.known.to : event.from;
        return event.to === base ? rest(move.known) : { ...move, want: intent(event) };
      },
    },
    moveSent: {
      to: ["sending", "queued"],
      next: (move, { at }) =>
        at === move.want.at ? { phase: "sending", known: move.known, sent: move.want } : move,
    },
    boardArrived: {
      to: ["queued"],
      next: forgetShown,
    },
  },
  sending: {
    moveRequested: {
      to: ["superseded", "sending"],
      next: (move, event) =>
        event.to === move.sent.to ? move : { ...move, phase: "superseded", want: intent(event) },
    },
    moveConfirmed: {
      to: ["confirmed", "sending"],
      next: (move, { at, now }) =>
        at === move.sent.at ? { phase: "confirmed", known: fact(move.sent, now) } : move,
    },
    moveRejected: {
      to: ["confirmed", "settled", "sending"],
      next: (move, { at }) => (at === move.sent.at ? rest(move.known) : move),
    },
    boardArrived: {
      to: ["sending"],
      next: forgetShown,
    },
  },
  superseded: {
    moveRequested: {
      to: ["superseded", "sending"],
      next: (move, event) => {
        if (event.to === move.want.to) return move;
        return event.to === move.sent.to
          ? { phase: "sending", known: move.known, sent: move.sent }
          : { ...move, want: intent(event) };
      },
    },
    moveConfirmed: {
      to: ["queued", "superseded"],
      next: (move, { at, now }) =>
        at === move.sent.at
          ? { phase: "queued", known: fact(move.sent, now), want: move.want }
          : move,
    },
    moveRejected: {
      to: ["queued", "superseded"],
      next: (move, { at }) =>
        at === move.sent.at ? { phase: "queued", known: move.known, want: move.want } : move,
    },
    boardArrived: {
      to: ["superseded"],
      next: forgetShown,
    },
  },
  confirmed: {
    moveRequested: {
      to: ["queued", "confirmed"],
      next: (move, event) =>
        event.to === move.known.to
          ? move
          : { phase: "queued", known: move.known, want: intent(event) },
    },
    boardArrived: {
      to: ["settled", "confirmed"],
      next: (move, event) => (unlessShown(move.known, event) ? move : SETTLED),
    },
  },
};

/** The phase after `event`: the table's answer, or the same move when the table has none. */
export function afterEvent(move: CardMove, event: MoveEvent): CardMove {
  // The table pairs each phase with its own events, which an index access cannot express.
  const row = moveTable[move.phase] as Partial<
    Record<MoveEventType, { next: (move: CardMove, event: MoveEvent) => CardMove }>
  >;
  return row[event.type]?.next(move, event) ?? move;
}

/** Where a card with this move is shown, or null for where the server's board has it. */
export function shownAt(move: CardMove): Intent | null {
  switch (move.phase) {
    case "settled":
      return null;
    case "queued":
    case "superseded":
      return move.want;
    case "sending":
      return move.sent;
    case "confirmed":
      return move.known;
  }
}
