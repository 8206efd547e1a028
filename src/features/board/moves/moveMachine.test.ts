import { describe, expect, it } from "@jest/globals";
import type { TaskStatus } from "#contract/task.ts";
import {
  afterEvent,
  type CardMove,
  type ConfirmedMove,
  type Intent,
  type MoveEvent,
  type MoveEventType,
  type MovePhase,
  moveTable,
  type SentMove,
  shownAt,
} from "./moveMachine.ts";

const title = "Feed the cat";
const known: ConfirmedMove = { to: "In Progress", at: 1, when: 1, title, since: 3 };
const done: Intent = { to: "Done", at: 5, when: 5, title };
const sent: SentMove = { ...done, sentAt: 5 };
const want: Intent = { to: "Todo", at: 6, when: 6, title };
/** The card without its pending move: with or without an unshown confirmed move. */
const bare = { known: null, from: ["Todo"] } as const;
const over = { known, from: ["In Progress"] } as const;

const settled: CardMove = { phase: "settled" };
const confirmed: CardMove = { phase: "confirmed", known };
const queued: CardMove = { phase: "queued", ...bare, want };
const queuedOver: CardMove = { phase: "queued", ...over, want };
const sending: CardMove = { phase: "sending", ...bare, sent };
const sendingOver: CardMove = { phase: "sending", ...over, sent };
const superseded: CardMove = { phase: "superseded", ...bare, sent, want };
const supersededOver: CardMove = { phase: "superseded", ...over, sent, want };
const unsure: CardMove = { phase: "unsure", ...bare, sent, since: 7 };
const unsureOver: CardMove = { phase: "unsure", ...over, sent, since: 7 };
/** Queued after a lost response: the card may be in either column. */
const unsureColumn: CardMove = { phase: "queued", known: null, from: ["Todo", "Done"], want };

const to = (status: "Todo" | "In Progress" | "Done", from: typeof status | null = "Todo") =>
  ({
    type: "moveRequested",
    from,
    to: status,
    title,
    when: 9,
    now: 9,
  }) as const satisfies MoveEvent;
const board = (requested: number, place: TaskStatus | null = "Todo", restored = 0): MoveEvent => ({
  type: "boardArrived",
  requested,
  place,
  restored,
});
const lose = (at: number): MoveEvent => ({ type: "moveUnanswered", at, now: 9 });
const stored = (sent: boolean, from: TaskStatus | null, when = 9): MoveEvent => ({
  type: "moveRestored",
  move: { cardId: "a", title, from, to: "Done", at: 77, when, sent },
  now: 9,
});
/** A move of another tab, made before or after those of this one. */
const older = (sent: boolean) => stored(sent, "Todo", 0);
const delay = (at: number): MoveEvent => ({ type: "moveDelayed", at });
const confirm = (at: number): MoveEvent => ({ type: "moveConfirmed", at, now: 9 });
const reject = (at: number): MoveEvent => ({ type: "moveRejected", at });
const send = (at: number): MoveEvent => ({ type: "moveSent", at, now: 9 });
const later: Intent = { to: "In Progress", at: 9, when: 9, title };
const home: Intent = { to: "Todo", at: 9, when: 9, title };
const finished: Intent = { to: "Done", at: 9, when: 9, title };

/** Every phase × every event, with the state before and after it. */
const cases: [string, CardMove, MoveEvent, CardMove][] = [
  ["requested for its own column", settled, to("Todo"), settled],
  [
    "requested for another column",
    settled,
    to("Done"),
    { phase: "queued", ...bare, want: finished },
  ],
  [
    "requested for a card that the board doesn't have",
    settled,
    to("Done", null),
    { phase: "queued", known: null, from: [], want: finished },
  ],
  ["no move to send", settled, send(6), settled],
  ["no move to confirm", settled, confirm(5), settled],
  ["no move to reject", settled, reject(5), settled],
  ["no response to lose", settled, lose(5), settled],
  ["no move to delay", settled, delay(5), settled],
  ["a board", settled, board(8), settled],
  [
    "restored after a reload, not yet sent",
    settled,
    stored(false, "Todo"),
    { phase: "queued", ...bare, want: finished },
  ],
  [
    "restored after a reload while it was being sent",
    settled,
    stored(true, "Todo"),
    { phase: "unsure", ...bare, sent: { ...finished, sentAt: 9 }, since: 9 },
  ],
  [
    "restored, and its former column is unknown",
    settled,
    stored(false, null),
    { phase: "queued", known: null, from: [], want: finished },
  ],

  [
    "requested for another column before it was sent",
    queued,
    to("In Progress"),
    { phase: "queued", ...bare, want: later },
  ],
  ["requested again for the same column", queued, to("Todo", "Done"), queued],
  [
    "moved back to the column on the server before it was sent",
    { ...queued, want: done },
    to("Todo"),
    settled,
  ],
  [
    "moved back, but a lost response leaves its column unknown, so the move back must be sent",
    { ...unsureColumn, want: later },
    to("Todo"),
    { ...unsureColumn, want: home },
  ],
  [
    "moved back to the confirmed column before it was sent",
    queuedOver,
    to("In Progress"),
    confirmed,
  ],
  ["sent", queued, send(6), { phase: "sending", ...bare, sent: { ...want, sentAt: 9 } }],
  [
    "sent over a confirmed move",
    queuedOver,
    send(6),
    { phase: "sending", ...over, sent: { ...want, sentAt: 9 } },
  ],
  ["an older intent was sent", queued, send(5), queued],
  ["not sent, so no response to lose", queued, lose(6), queued],
  ["not sent, so not delayed", queued, delay(6), queued],
  ["newer than the move of a closed tab", queued, older(false), queued],
  [
    "newer than the move of a closed tab, which the server may have applied",
    queued,
    older(true),
    { ...queued, from: ["Todo", "Done"] },
  ],
  [
    "older than the move of a closed tab",
    queued,
    stored(false, "Todo"),
    { ...queued, want: finished },
  ],
  [
    "older than the move of a closed tab, which the server may have applied",
    queuedOver,
    stored(true, "Todo"),
    { phase: "unsure", ...over, sent: { ...finished, sentAt: 9 }, since: 9 },
  ],
  ["not sent, so no move to confirm", queued, confirm(6), queued],
  ["not sent, so no move to reject", queued, reject(6), queued],
  ["a board that shows the confirmed move", queuedOver, board(4), { ...queuedOver, known: null }],
  ["a board older than the confirmation", queuedOver, board(2), queuedOver],

  [
    "asked elsewhere while sending",
    sending,
    to("In Progress"),
    { phase: "superseded", ...bare, sent, want: later },
  ],
  [
    "moved back while sending, so the move back must be sent",
    sending,
    to("Todo"),
    { phase: "superseded", ...bare, sent, want: home },
  ],
  ["requested again while it is being sent", sending, to("Done"), sending],
  ["newer than the move of a closed tab", sending, older(false), sending],
  [
    "older than the move of a closed tab",
    { ...sending, sent: { ...sent, to: "In Progress" } },
    stored(true, "Todo"),
    { ...superseded, sent: { ...sent, to: "In Progress" }, want: finished },
  ],
  ["the server is busy", sending, delay(5), { ...queued, want: done }],
  ["the server was busy for an older move", sending, delay(4), sending],
  ["one request at a time", sending, send(6), sending],
  ["confirmed", sending, confirm(5), { phase: "confirmed", known: { ...done, since: 9 } }],
  ["an older move was confirmed", sending, confirm(4), sending],
  ["rejected", sending, reject(5), settled],
  ["rejected over a confirmed move", sendingOver, reject(5), confirmed],
  ["an older move was rejected", sending, reject(4), sending],
  ["the response was lost", sending, lose(5), { ...unsure, since: 9 }],
  ["an older move's response was lost", sending, lose(4), sending],
  ["a board while sending", sendingOver, board(4), { ...sendingOver, known: null }],
  ["an old board while sending", sendingOver, board(2), sendingOver],

  [
    "a newer move requested",
    superseded,
    to("In Progress"),
    { phase: "superseded", ...bare, sent, want: later },
  ],
  ["moved back to the column that is being sent", superseded, to("Done"), sending],
  ["the waiting move requested again", superseded, to("Todo"), superseded],
  ["the waiting move is newer than that of a closed tab", superseded, older(false), superseded],
  [
    "the waiting move is older than that of a closed tab",
    superseded,
    stored(true, "Todo"),
    { ...superseded, want: finished },
  ],
  ["the server is busy, so only the newer move is sent", superseded, delay(5), queued],
  ["the server was busy for an older move", superseded, delay(4), superseded],
  ["not sent before the running request has its response", superseded, send(6), superseded],
  [
    "confirmed, so the newer move is next",
    superseded,
    confirm(5),
    { phase: "queued", known: { ...done, since: 9 }, from: ["Done"], want },
  ],
  ["the confirmation of an older move", superseded, confirm(4), superseded],
  ["rejected, so the newer move is next", superseded, reject(5), queued],
  ["the rejection of an older move", superseded, reject(4), superseded],
  ["the response was lost, so the newer move is next", superseded, lose(5), unsureColumn],
  [
    "the response was lost, and the column was already possible",
    { ...superseded, from: ["Todo", "Done"] },
    lose(5),
    unsureColumn,
  ],
  ["the lost response of an older move", superseded, lose(4), superseded],
  [
    "a board, with a running and a waiting move",
    supersededOver,
    board(4),
    { ...supersededOver, known: null },
  ],
  ["an old board, with a running and a waiting move", supersededOver, board(2), supersededOver],

  [
    "moved elsewhere while its column is unknown",
    unsure,
    to("In Progress"),
    { phase: "queued", known: null, from: ["Todo", "Done"], want: later },
  ],
  [
    "moved back while its column is unknown, so the move back must be sent",
    unsure,
    to("Todo"),
    { phase: "queued", known: null, from: ["Todo", "Done"], want: home },
  ],
  ["requested again while it may be applied", unsure, to("Done"), unsure],
  ["not sent again before a board shows the outcome", unsure, send(5), unsure],
  ["a late confirmation", unsure, confirm(5), unsure],
  ["a late rejection", unsure, reject(5), unsure],
  ["lost again", unsure, lose(5), unsure],
  ["delayed after it was lost", unsure, delay(5), unsure],
  [
    "newer than the move of a closed tab",
    unsure,
    older(true),
    { ...unsure, from: ["Todo", "Done"] },
  ],
  [
    "older than the move of a closed tab",
    unsure,
    stored(false, "Todo"),
    { ...unsureColumn, want: finished },
  ],
  [
    "older than the move of a closed tab, which the server may have applied",
    unsure,
    stored(true, "Todo"),
    { ...unsure, from: ["Todo", "Done"], sent: { ...finished, sentAt: 9 }, since: 9 },
  ],
  ["a board requested before the response was lost", unsure, board(6, "Done"), unsure],
  ["a board requested when the response was lost", unsure, board(7, "Done"), unsure],
  ["such a board shows the confirmed move", unsureOver, board(6), { ...unsureOver, known: null }],
  ["a board shows the card in the requested column", unsure, board(8, "Done"), settled],
  ["a board shows the card in its former column", unsure, board(8, "Todo"), settled],
  ["a board shows the card in a third column", unsure, board(8, "In Progress"), settled],
  ["a board no longer has the card", unsure, board(8, null, 6), settled],
  [
    "after an outage a board shows it in its former column, so it is sent again",
    unsureOver,
    board(8, "In Progress", 6),
    { phase: "queued", known: null, from: ["In Progress"], want: done },
  ],
  ["after an outage another user has moved it", unsure, board(8, "In Progress", 6), settled],
  ["after an outage it is in the requested column", unsure, board(8, "Done", 6), settled],
  ["sent only after the outage", unsure, board(8, "Todo", 4), settled],
  [
    "moved elsewhere after the confirmation",
    confirmed,
    to("Done"),
    { phase: "queued", ...over, want: finished },
  ],
  [
    "moved back after the confirmation, so the move back must be sent",
    confirmed,
    to("Todo"),
    { phase: "queued", ...over, want: home },
  ],
  ["requested for the confirmed column", confirmed, to("In Progress"), confirmed],
  ["a response lost after the confirmation", confirmed, lose(1), confirmed],
  ["delayed after the confirmation", confirmed, delay(1), confirmed],
  ["newer than the move of a closed tab", confirmed, older(true), confirmed],
  [
    "older than the move of a closed tab",
    confirmed,
    stored(false, "Todo"),
    { phase: "queued", ...over, want: finished },
  ],
  [
    "older than the move of a closed tab, which the server may have applied",
    confirmed,
    stored(true, "Todo"),
    { phase: "unsure", ...over, sent: { ...finished, sentAt: 9 }, since: 9 },
  ],
  ["no move left to send", confirmed, send(1), confirmed],
  ["confirmed twice", confirmed, confirm(1), confirmed],
  ["rejected after the confirmation", confirmed, reject(1), confirmed],
  ["a board requested after the confirmation", confirmed, board(4), settled],
  ["a board requested before the confirmation", confirmed, board(2), confirmed],
  ["a board requested at the confirmation", confirmed, board(3), confirmed],
];

describe("the move machine", () => {
  it.each(
    cases.map(
      ([story, before, event, after]) =>
        [before.phase, event.type, story, before, event, after] as const,
    ),
  )("%s × %s: %s", (_phase, _type, _story, before, event, after) => {
    expect(afterEvent(before, event)).toEqual(after);
  });

  it("has a case for every phase and event", () => {
    const events: MoveEventType[] = [
      "moveRequested",
      "moveSent",
      "moveConfirmed",
      "moveRejected",
      "moveUnanswered",
      "moveDelayed",
      "boardArrived",
      "moveRestored",
    ];
    const wanted = (Object.keys(moveTable) as MovePhase[]).flatMap((phase) =>
      events.map((event) => `${phase} × ${event}`),
    );
    const covered = new Set(cases.map(([, before, event]) => `${before.phase} × ${event.type}`));
    expect(wanted.filter((pair) => !covered.has(pair))).toEqual([]);
  });

  it("lists exactly the phases that each event leads to", () => {
    for (const [phase, row] of Object.entries(moveTable)) {
      for (const [type, { to: targets }] of Object.entries(row)) {
        const reached = cases
          .filter(([, before, event]) => before.phase === phase && event.type === type)
          .map(([, , , after]) => after.phase);
        expect([phase, type, [...new Set(reached)].toSorted()]).toEqual([
          phase,
          type,
          targets.toSorted(),
        ]);
      }
    }
  });

  it("returns the same object if nothing changes", () => {
    for (const [, before, event, after] of cases) {
      const next = afterEvent(before, event);
      if (JSON.stringify(before) === JSON.stringify(after)) expect(next).toBe(before);
    }
  });

  it("shows the newest intent", () => {
    const moves = [settled, queuedOver, sendingOver, supersededOver, unsure, confirmed];
    expect(moves.map(shownAt)).toEqual([null, want, sent, want, sent, known]);
  });
});
