import type { TaskStatus } from "#contract/task.ts";
import type { Neighbours, StoredMove } from "#features/board/outbox/storedMove.ts";
import { type Machine, type StepTable, transition } from "#lib/machine.ts";

/** The column that the user wants for a card. `at` is the board's logical clock at that time. */
export interface Intent {
  to: TaskStatus;
  /** Where an undone move puts the card back. Any other move puts it on top. */
  beside?: Neighbours;
  at: number;
  /** The time of the user's action, which orders the moves of several tabs. */
  when: number;
  /** The card's title, for the message of a failed move. */
  title: string;
}

/** An intent that was sent to the server; `sentAt` is the logical clock at that time. */
export interface SentMove extends Intent {
  sentAt: number;
}

/** A move that the server has confirmed; `since` is the logical clock at that time. */
export interface ConfirmedMove extends Intent {
  since: number;
}

/** The card's place without its pending move. */
interface Baseline {
  /** A confirmed move that no board has shown yet. */
  known: ConfirmedMove | null;
  /**
   * The columns where the server may have the card without this move. Lost responses add columns.
   * Empty if no board has shown the card yet.
   */
  from: readonly TaskStatus[];
}

/**
 * The moves of one card. `sent` is being sent, or its response was lost. `want` waits to be sent.
 * Settled cards have no entry in the state.
 */
export type CardMove =
  | { phase: "settled" }
  | ({ phase: "queued"; want: Intent } & Baseline)
  | ({ phase: "sending"; sent: SentMove } & Baseline)
  | ({ phase: "superseded"; sent: SentMove; want: Intent } & Baseline)
  | ({ phase: "unsure"; sent: SentMove; since: number } & Baseline)
  | { phase: "confirmed"; known: ConfirmedMove };

export type MovePhase = CardMove["phase"];

/** `now` is the logical clock. */
export type MoveEvent =
  /** `from` is where the server's board has the card. */
  | {
      type: "moveRequested";
      from: TaskStatus | null;
      to: TaskStatus;
      beside?: Neighbours | undefined;
      title: string;
      when: number;
      now: number;
    }
  | { type: "moveSent"; at: number; now: number }
  | { type: "moveConfirmed"; at: number; now: number }
  | { type: "moveRejected"; at: number }
  | { type: "moveUnanswered"; at: number; now: number }
  | { type: "moveDelayed"; at: number }
  /** `place` is the card's column on the board, `restored` the clock when the connection came back. */
  | { type: "boardArrived"; requested: number; place: TaskStatus | null; restored: number }
  | { type: "moveRestored"; move: StoredMove; now: number };

export type MoveEventType = MoveEvent["type"];

type In<P extends MovePhase> = Extract<CardMove, { phase: P }>;
type On<E extends MoveEventType> = Extract<MoveEvent, { type: E }>;

const SETTLED: CardMove = { phase: "settled" };

const afterSettling = (known: ConfirmedMove | null): CardMove =>
  known ? { phase: "confirmed", known } : SETTLED;
const intent = ({ to, beside, title, when, now }: On<"moveRequested">): Intent => ({
  to,
  at: now,
  when,
  title,
  ...(beside && { beside }),
});
const confirmedMove = ({ sentAt: _sentAt, ...move }: SentMove, since: number): ConfirmedMove => ({
  ...move,
  since,
});
/** Drops a confirmed move once a board that was requested after the confirmation shows it. */
const stillUnshown = (
  known: ConfirmedMove | null,
  { requested }: On<"boardArrived">,
): ConfirmedMove | null => (known && known.since < requested ? null : known);

function dropIfShown<M extends CardMove & { known: ConfirmedMove | null }>(
  move: M,
  event: On<"boardArrived">,
): M {
  const known = stillUnshown(move.known, event);
  return known === move.known ? move : { ...move, known };
}

/** Adds the target of a move with an unknown outcome to the columns where the card may be. */
const possibleColumns = ({ from, sent }: Baseline & { sent: SentMove }): readonly TaskStatus[] =>
  from.includes(sent.to) ? from : [...from, sent.to];

/**
 * Resolves a move whose response was lost, by a newer board. If the card is still where it was, and
 * the move was sent during an outage, the move is sent again. Otherwise the move was applied, or
 * another user's move wins.
 */
function resolveUnsure(move: In<"unsure">, event: On<"boardArrived">): CardMove {
  const { place, restored } = event;
  if (event.requested <= move.since) return dropIfShown(move, event);
  const { sentAt, ...want } = move.sent;
  const { to } = want;
  if (place === null || place === to) return SETTLED;
  if (sentAt > restored || !move.from.includes(place)) return SETTLED;
  return { phase: "queued", known: null, from: [place], want };
}

function wantOf({ move, now }: On<"moveRestored">): Intent {
  const { to, title, beside, when = 0 } = move;
  return { to, title, at: now, when, ...(beside && { beside }) };
}

function restore(event: On<"moveRestored">, baseline: Baseline): CardMove {
  const want = wantOf(event);
  const { now } = event;
  return event.move.sent
    ? { phase: "unsure", ...baseline, sent: { ...want, sentAt: now }, since: now }
    : { phase: "queued", ...baseline, want };
}

/** An older move of another tab gives way, but the server may have applied it. */
function afterOlder<M extends CardMove & Baseline>(
  move: M,
  { move: older }: On<"moveRestored">,
): M {
  if (!older.sent || move.from.includes(older.to)) return move;
  return { ...move, from: [...move.from, older.to] };
}

const isNewer = ({ move }: On<"moveRestored">, own: Intent): boolean => (move.when ?? 0) > own.when;

/** The next state by phase and event. An event that a phase does not list changes nothing. */
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
      next: (_settled, event) =>
        restore(event, { known: null, from: event.move.from ? [event.move.from] : [] }),
    },
  },
  queued: {
    moveRestored: {
      to: ["queued", "unsure"],
      next: (move, event) =>
        isNewer(event, move.want)
          ? restore(event, { known: move.known, from: move.from })
          : afterOlder(move, event),
    },
    moveRequested: {
      to: ["queued", "confirmed", "settled"],
      next: (move, event) => {
        if (event.to === move.want.to) return move;
        const base = move.known ? move.known.to : event.from;
        // After a lost response the move must be sent, even if the card goes back to its column.
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
      next: dropIfShown,
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
    moveDelayed: {
      to: ["queued", "sending"],
      next: (move, { at }) => {
        const { known, from, sent } = move;
        const { sentAt: _sentAt, ...want } = sent;
        return at === sent.at ? { phase: "queued", known, from, want } : move;
      },
    },
    moveRestored: {
      to: ["superseded", "sending"],
      next: (move, event) =>
        isNewer(event, move.sent) && event.move.to !== move.sent.to
          ? { ...move, phase: "superseded", want: wantOf(event) }
          : afterOlder(move, event),
    },
    boardArrived: {
      to: ["sending"],
      next: dropIfShown,
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
        return at === move.sent.at
          ? { phase: "queued", known, from: possibleColumns(move), want }
          : move;
      },
    },
    moveDelayed: {
      to: ["queued", "superseded"],
      next: (move, { at }) => {
        const { known, from, want } = move;
        return at === move.sent.at ? { phase: "queued", known, from, want } : move;
      },
    },
    moveRestored: {
      to: ["superseded"],
      next: (move, event) =>
        isNewer(event, move.want) ? { ...move, want: wantOf(event) } : afterOlder(move, event),
    },
    boardArrived: {
      to: ["superseded"],
      next: dropIfShown,
    },
  },
  unsure: {
    moveRequested: {
      to: ["queued", "unsure"],
      next: (move, event) =>
        event.to === move.sent.to
          ? move
          : {
              phase: "queued",
              known: move.known,
              from: possibleColumns(move),
              want: intent(event),
            },
    },
    moveRestored: {
      to: ["queued", "unsure"],
      next: (move, event) =>
        isNewer(event, move.sent)
          ? restore(event, { known: move.known, from: possibleColumns(move) })
          : afterOlder(move, event),
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
    moveRestored: {
      to: ["queued", "unsure", "confirmed"],
      next: (move, event) => {
        const { known } = move;
        return isNewer(event, known) && event.move.to !== known.to
          ? restore(event, { known, from: [known.to] })
          : move;
      },
    },
    boardArrived: {
      to: ["settled", "confirmed"],
      next: (move, event) => (stillUnshown(move.known, event) ? move : SETTLED),
    },
  },
};

/** The machine's description, for docs/machines.md and for reports of illegal events. */
export const moveMachine: Machine<MovePhase, MoveEventType> = {
  name: "A card's moves",
  about:
    "The column that the user wants for a card, and whether the server has confirmed it. The app " +
    "shows the last received board with these moves applied. Each card on the board has one.",
  file: "src/features/board/moves/moveMachine.ts",
  initial: { settled: "" },
  states: {
    settled: "The card is shown where the server's board has it.",
    queued:
      "A move is not sent yet: it waits for the connection, or for an earlier move of another card.",
    sending: "The request is running.",
    superseded: "The request is running, and the user has moved the card again.",
    unsure: "The response was lost. A newer board will show whether the move was applied.",
    confirmed: "The server has confirmed the move, and no board has shown it yet.",
  },
  events: {
    moveRequested: "a drop, a key, the card's menu or Undo",
    moveSent: "the request was sent",
    moveConfirmed: "the server applied the move",
    moveRejected: "the server refused the move",
    moveUnanswered: "no response will arrive",
    moveDelayed: "the server is busy, and takes the move later",
    boardArrived: "a board arrived from the server",
    moveRestored: "the move was kept during a reload, or by another tab that was closed",
  },
  table: moveTable,
  ignored: {
    // Boards also arrive without a move. Responses may arrive after the end of the session.
    settled: [
      "moveSent",
      "moveConfirmed",
      "moveRejected",
      "moveUnanswered",
      "moveDelayed",
      "boardArrived",
    ],
  },
};

/** The move after `event`. */
export const afterEvent = (move: CardMove, event: MoveEvent): CardMove =>
  transition(moveTable, move, event) ?? move;

/** The intent that decides where the card is shown; null if the server's board decides. */
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
