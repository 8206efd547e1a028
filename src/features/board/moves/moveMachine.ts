import type { TaskStatus } from "#contract/task.ts";
import type { StoredMove } from "#features/board/outbox/storedMove.ts";
import { type Machine, run, type StepTable } from "#lib/machine.ts";

/** Where someone wants a card. `at` is the board's logical clock when it was asked. */
export interface Intent {
  to: TaskStatus;
  at: number;
  /** The card's title, by which a move that comes to nothing is named. */
  title: string;
}

/** An intent that has been sent to the server, at `sentAt`. */
export interface Sent extends Intent {
  sentAt: number;
}

/** Where the server has put a card. `since` is the clock at its confirmation. */
export interface ConfirmedMove extends Intent {
  since: number;
}

/** What lies beneath a move that is under way. */
interface Baseline {
  /** A confirmed move that no board has shown yet. */
  known: ConfirmedMove | null;
  /**
   * Where the server may have the card without this move: one place, several after answers that
   * were lost, none when no board has told.
   */
  from: readonly TaskStatus[];
}

/**
 * One card's moves. `sent` is on its way, or has been and no answer came; `want` waits for its turn.
 * Settled cards have no entry in the state.
 */
export type CardMove =
  | { phase: "settled" }
  | ({ phase: "queued"; want: Intent } & Baseline)
  | ({ phase: "sending"; sent: Sent } & Baseline)
  | ({ phase: "superseded"; sent: Sent; want: Intent } & Baseline)
  | ({ phase: "unsure"; sent: Sent; since: number } & Baseline)
  | { phase: "confirmed"; known: ConfirmedMove };

export type MovePhase = CardMove["phase"];

/** What happened, with the clock's reading. */
export type MoveEvent =
  /** `from` is where the server's board has the card. */
  | {
      type: "moveRequested";
      from: TaskStatus | null;
      to: TaskStatus;
      title: string;
      now: number;
    }
  | { type: "moveSent"; at: number; now: number }
  | { type: "moveConfirmed"; at: number; now: number }
  | { type: "moveRejected"; at: number }
  | { type: "moveUnanswered"; at: number; now: number }
  /** `place` is where the board has the card, `restored` the clock when the connection last came back. */
  | { type: "boardArrived"; requested: number; place: TaskStatus | null; restored: number }
  | { type: "moveRestored"; move: StoredMove; now: number };

export type MoveEventType = MoveEvent["type"];

type In<P extends MovePhase> = Extract<CardMove, { phase: P }>;
type On<E extends MoveEventType> = Extract<MoveEvent, { type: E }>;

const SETTLED: CardMove = { phase: "settled" };

const afterSettling = (known: ConfirmedMove | null): CardMove =>
  known ? { phase: "confirmed", known } : SETTLED;
const intent = ({ to, title, now }: On<"moveRequested">): Intent => ({ to, at: now, title });
const confirmedMove = ({ to, at, title }: Sent, since: number): ConfirmedMove => ({
  to,
  at,
  title,
  since,
});
/** A board asked for after the confirmation shows the move itself. */
const unlessShown = (
  known: ConfirmedMove | null,
  { requested }: On<"boardArrived">,
): ConfirmedMove | null => (known && known.since < requested ? null : known);

function forgetShown<M extends CardMove & { known: ConfirmedMove | null }>(
  move: M,
  event: On<"boardArrived">,
): M {
  const known = unlessShown(move.known, event);
  return known === move.known ? move : { ...move, known };
}

/** A move of which nobody knows whether it was made is one more place where the card may be. */
const withDoubt = ({ from, sent }: Baseline & { sent: Sent }): readonly TaskStatus[] =>
  from.includes(sent.to) ? from : [...from, sent.to];

/**
 * What a board says of a move whose answer was lost. It was made; or it was not, and is asked for
 * again if only the outage kept it back; or someone else has moved the card, and theirs holds.
 */
function resolveUnsure(move: In<"unsure">, event: On<"boardArrived">): CardMove {
  const { place, restored } = event;
  if (event.requested <= move.since) return forgetShown(move, event);
  const { to, at, title, sentAt } = move.sent;
  if (place === null || place === to) return SETTLED;
  if (sentAt > restored || !move.from.includes(place)) return SETTLED;
  return { phase: "queued", known: null, from: [place], want: { to, at, title } };
}

function restore({ move, now }: On<"moveRestored">): CardMove {
  const { to, title } = move;
  const baseline: Baseline = { known: null, from: move.from ? [move.from] : [] };
  return move.sent
    ? { phase: "unsure", ...baseline, sent: { to, title, at: now, sentAt: now }, since: now }
    : { phase: "queued", ...baseline, want: { to, title, at: now } };
}

/** Phase × event. An event that a phase does not list changes nothing. */
export const moveTable: StepTable<CardMove, MoveEvent> = {
  settled: {
    moveRequested: {
      to: ["queued", "settled"],
      next: (move, event) => {
        if (event.to === event.from) return move;
        const from = event.from ? [event.from] : [];
        return { phase: "queued", known: null, from, want: intent(event) };
      },
    },
    moveRestored: {
      to: ["queued", "unsure"],
      next: (_settled, event) => restore(event),
    },
  },
  queued: {
    moveRequested: {
      to: ["queued", "confirmed", "settled"],
      next: (move, event) => {
        if (event.to === move.want.to) return move;
        const base = move.known ? move.known.to : event.from;
        // After a lost answer the server must hear of it, wherever the card goes.
        return event.to === base && move.from.length === 1
          ? afterSettling(move.known)
          : { ...move, want: intent(event) };
      },
    },
    moveSent: {
      to: ["sending", "queued"],
      next: (move, { at, now }) => {
        const { known, from, want } = move;
        if (at !== want.at) return move;
        return { phase: "sending", known, from, sent: { ...want, sentAt: now } };
      },
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
        at === move.sent.at ? { phase: "confirmed", known: confirmedMove(move.sent, now) } : move,
    },
    moveRejected: {
      to: ["confirmed", "settled", "sending"],
      next: (move, { at }) => (at === move.sent.at ? afterSettling(move.known) : move),
    },
    moveUnanswered: {
      to: ["unsure", "sending"],
      next: (move, { at, now }) =>
        at === move.sent.at ? { ...move, phase: "unsure", since: now } : move,
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
        const { want: _want, ...rest } = move;
        return event.to === move.sent.to
          ? { ...rest, phase: "sending" }
          : { ...move, want: intent(event) };
      },
    },
    moveConfirmed: {
      to: ["queued", "superseded"],
      next: (move, { at, now }) => {
        const { sent, want } = move;
        if (at !== sent.at) return move;
        return { phase: "queued", known: confirmedMove(sent, now), from: [sent.to], want };
      },
    },
    moveRejected: {
      to: ["queued", "superseded"],
      next: (move, { at }) => {
        const { known, from, want } = move;
        return at === move.sent.at ? { phase: "queued", known, from, want } : move;
      },
    },
    moveUnanswered: {
      to: ["queued", "superseded"],
      next: (move, { at }) => {
        const { known, want } = move;
        return at === move.sent.at ? { phase: "queued", known, from: withDoubt(move), want } : move;
      },
    },
    boardArrived: {
      to: ["superseded"],
      next: forgetShown,
    },
  },
  unsure: {
    moveRequested: {
      to: ["queued", "unsure"],
      next: (move, event) =>
        event.to === move.sent.to
          ? move
          : { phase: "queued", known: move.known, from: withDoubt(move), want: intent(event) },
    },
    boardArrived: {
      to: ["settled", "queued", "unsure"],
      next: resolveUnsure,
    },
  },
  confirmed: {
    moveRequested: {
      to: ["queued", "confirmed"],
      next: (move, event) => {
        const { known } = move;
        if (event.to === known.to) return move;
        return { phase: "queued", known, from: [known.to], want: intent(event) };
      },
    },
    boardArrived: {
      to: ["settled", "confirmed"],
      next: (move, event) => (unlessShown(move.known, event) ? move : SETTLED),
    },
  },
};

/** The whole machine, as docs/machines.md and the reports of illegal events need it. */
export const moveMachine: Machine<MovePhase, MoveEventType> = {
  name: "A card's moves",
  about:
    "Where someone wants a card, and how far the server has followed. What is shown is the board " +
    "as last received with these moves folded over it. Each card on the board has one.",
  file: "src/features/board/moves/moveMachine.ts",
  initial: { settled: "" },
  states: {
    settled: "The card is where the server's board has it.",
    queued: "A move waits: to be sent, for the connection, or for another card's move before it.",
    sending: "A request is under way.",
    superseded: "A request is under way, and the card has been moved again.",
    unsure: "The answer was lost: a board will tell whether the move was made.",
    confirmed: "The server has made the move, and no board has shown it yet.",
  },
  events: {
    moveRequested: "a drop, a key, the card's menu or Undo",
    moveSent: "the request has left",
    moveConfirmed: "the server did it",
    moveRejected: "the server refused it",
    moveUnanswered: "no answer will come",
    boardArrived: "the server's board is here",
    moveRestored: "the move was kept over a reload",
  },
  table: moveTable,
  ignored: {
    // Boards come whether something moves or not; answers may come after the session's end.
    settled: ["moveSent", "moveConfirmed", "moveRejected", "moveUnanswered", "boardArrived"],
    // What was asked for in this page is newer than what was kept.
    queued: ["moveRestored"],
    sending: ["moveRestored"],
    superseded: ["moveRestored"],
    unsure: ["moveRestored"],
    confirmed: ["moveRestored"],
  },
};

/** The move after `event`. */
export const afterEvent = (move: CardMove, event: MoveEvent): CardMove =>
  run(moveTable, move, event) ?? move;

/** Where a card with this move is shown, or null for where the server's board has it. */
export function shownAt(move: CardMove): Intent | null {
  switch (move.phase) {
    case "settled":
      return null;
    case "queued":
    case "superseded":
      return move.want;
    case "sending":
    case "unsure":
      return move.sent;
    case "confirmed":
      return move.known;
  }
}
