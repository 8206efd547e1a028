import { describe, expect, it } from "@jest/globals";
import {
  afterEvent,
  type CardMove,
  type Fact,
  type MoveEvent,
  type MoveEventType,
  type MovePhase,
  moveTable,
  shownAt,
} from "./moveMachine.ts";

const known: Fact = { to: "In Progress", at: 1, since: 3 };
const sent = { to: "Done", at: 5 } as const;
const want = { to: "Todo", at: 6 } as const;

const settled: CardMove = { phase: "settled" };
const confirmed: CardMove = { phase: "confirmed", known };
const queued: CardMove = { phase: "queued", known: null, want };
const queuedOver: CardMove = { phase: "queued", known, want };
const sending: CardMove = { phase: "sending", known: null, sent };
const sendingOver: CardMove = { phase: "sending", known, sent };
const superseded: CardMove = { phase: "superseded", known: null, sent, want };
const supersededOver: CardMove = { phase: "superseded", known, sent, want };

const to = (status: "Todo" | "In Progress" | "Done", from: typeof status | null = "Todo") =>
  ({ type: "moveRequested", from, to: status, now: 9 }) as const satisfies MoveEvent;
const board = (requested: number): MoveEvent => ({ type: "boardArrived", requested });
const confirm = (at: number): MoveEvent => ({ type: "moveConfirmed", at, now: 9 });
const reject = (at: number): MoveEvent => ({ type: "moveRejected", at });
const send = (at: number): MoveEvent => ({ type: "moveSent", at });
const later = { to: "In Progress", at: 9 } as const;

/** Every phase × every event, and what becomes of it. */
const cases: [string, CardMove, MoveEvent, CardMove][] = [
  ["asked to where it is", settled, to("Todo"), settled],
  [
    "asked elsewhere",
    settled,
    to("Done"),
    { phase: "queued", known: null, want: { to: "Done", at: 9 } },
  ],
  [
    "asked, and the board does not know it",
    settled,
    to("Done", null),
    { phase: "queued", known: null, want: { to: "Done", at: 9 } },
  ],
  ["nothing to send", settled, send(6), settled],
  ["nothing to confirm", settled, confirm(5), settled],
  ["nothing to reject", settled, reject(5), settled],
  ["a board", settled, board(8), settled],

  [
    "asked elsewhere before it was sent",
    queued,
    to("In Progress"),
    { phase: "queued", known: null, want: later },
  ],
  ["asked again for the same", queued, to("Todo", "Done"), queued],
  ["asked back to where the server has it", { ...queued, want: sent }, to("Todo"), settled],
  ["asked back to where it was confirmed", queuedOver, to("In Progress"), confirmed],
  ["sent", queued, send(6), { phase: "sending", known: null, sent: want }],
  ["sent over a confirmed move", queuedOver, send(6), { phase: "sending", known, sent: want }],
  ["an older intent sent", queued, send(5), queued],
  ["not sent, so nothing to confirm", queued, confirm(6), queued],
  ["not sent, so nothing to reject", queued, reject(6), queued],
  ["a board that shows the confirmed move", queuedOver, board(4), queued],
  ["a board older than the confirmation", queuedOver, board(2), queuedOver],

  [
    "asked elsewhere while sending",
    sending,
    to("In Progress"),
    { phase: "superseded", known: null, sent, want: later },
  ],
  [
    "asked back while sending: the server must hear of it",
    sending,
    to("Todo"),
    { phase: "superseded", known: null, sent, want: { to: "Todo", at: 9 } },
  ],
  ["asked again for what is being sent", sending, to("Done"), sending],
  ["one request at a time", sending, send(6), sending],
  ["confirmed", sending, confirm(5), { phase: "confirmed", known: { ...sent, since: 9 } }],
  ["another one confirmed", sending, confirm(4), sending],
  ["rejected", sending, reject(5), settled],
  ["rejected over a confirmed move", sendingOver, reject(5), confirmed],
  ["another one rejected", sending, reject(4), sending],
  ["a board while sending", sendingOver, board(4), sending],
  ["an old board while sending", sendingOver, board(2), sendingOver],

  [
    "asked for something newer still",
    superseded,
    to("In Progress"),
    { phase: "superseded", known: null, sent, want: later },
  ],
  ["asked back to what is being sent", superseded, to("Done"), sending],
  ["asked again for what waits", superseded, to("Todo"), superseded],
  ["waits for the answer", superseded, send(6), superseded],
  [
    "confirmed, the newer one goes next",
    superseded,
    confirm(5),
    { phase: "queued", known: { ...sent, since: 9 }, want },
  ],
  ["another one's confirmation", superseded, confirm(4), superseded],
  ["rejected, the newer one goes next", superseded, reject(5), queued],
  ["another one's rejection", superseded, reject(4), superseded],
  ["a board, two moves out", supersededOver, board(4), superseded],
  ["an old board, two moves out", supersededOver, board(2), supersededOver],

  [
    "asked elsewhere after the confirmation",
    confirmed,
    to("Done"),
    { phase: "queued", known, want: { to: "Done", at: 9 } },
  ],
  [
    "asked back after the confirmation: the server must hear of it",
    confirmed,
    to("Todo"),
    { phase: "queued", known, want: { to: "Todo", at: 9 } },
  ],
  ["asked for where it is confirmed", confirmed, to("In Progress"), confirmed],
  ["nothing left to send", confirmed, send(1), confirmed],
  ["confirmed twice", confirmed, confirm(1), confirmed],
  ["rejected after all", confirmed, reject(1), confirmed],
  ["a board asked for after the confirmation", confirmed, board(4), settled],
  ["a board asked for before the confirmation", confirmed, board(2), confirmed],
  ["a board asked for at the confirmation", confirmed, board(3), confirmed],
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

  it("has a case for every phase × event", () => {
    const events: MoveEventType[] = [
      "moveRequested",
      "moveSent",
      "moveConfirmed",
      "moveRejected",
      "boardArrived",
    ];
    const wanted = (Object.keys(moveTable) as MovePhase[]).flatMap((phase) =>
      events.map((event) => `${phase} × ${event}`),
    );
    const covered = new Set(cases.map(([, before, event]) => `${before.phase} × ${event.type}`));
    expect(wanted.filter((pair) => !covered.has(pair))).toEqual([]);
  });

  it("lists every phase that an event leads to, and no other", () => {
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

  it("keeps the same object when nothing changes", () => {
    for (const [, before, event, after] of cases) {
      const next = afterEvent(before, event);
      if (JSON.stringify(before) === JSON.stringify(after)) expect(next).toBe(before);
    }
  });

  it("shows the newest intent", () => {
    expect([settled, queuedOver, sendingOver, supersededOver, confirmed].map(shownAt)).toEqual([
      null,
      want,
      sent,
      want,
      known,
    ]);
  });
});
