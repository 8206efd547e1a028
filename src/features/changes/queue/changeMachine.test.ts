import { describe, expect, it } from "@jest/globals";
import type { FieldValue, Wanted } from "./change.ts";
import {
  afterEvent,
  type Change,
  type ChangeEvent,
  changeMachine,
  changeTable,
  type Outcome,
  shownIn,
  shownOver,
} from "./changeMachine.ts";

const want = (value: FieldValue, at: number, more: Partial<Wanted> = {}): Wanted => ({
  value,
  title: "Feed the cat",
  at,
  when: at,
  group: at,
  ...more,
});

// The values are named after their part: the server has "server" without the changes of this page.
const known = { ...want("known", 1), since: 3 };
const sent = { ...want("sent", 5), sentAt: 5 };
const wanted = want("wanted", 6);
const bare = { known: null, from: ["server"] } as const;
const over = { known, from: ["known"] } as const;
/** A lost response has left two possible values. */
const doubtful = { known: null, from: ["server", "sent"] } as const;

const settled: Change = { phase: "settled" };
const queued: Change = { phase: "queued", ...bare, want: wanted };
const queuedOver: Change = { phase: "queued", ...over, want: wanted };
const queuedInDoubt: Change = { phase: "queued", ...doubtful, want: wanted };
const sending: Change = { phase: "sending", ...bare, sent };
const sendingOver: Change = { phase: "sending", ...over, sent };
const superseded: Change = { phase: "superseded", ...bare, sent, want: wanted };
const undo = { ...wanted, isReadFirst: true } as const;
const undoing: Change = { ...superseded, want: undo };
/** The task is read before an undo is sent. */
const readUndo = (since: number, baseline: object) =>
  ({ phase: "unsure", ...baseline, sent: { ...undo, sentAt: 0 }, since }) as Change;
/** The value was sent before an outage. */
const stale = { phase: "sending", ...bare, sent: { ...sent, isReadFirst: true } } as const;
const staleRead: Change = {
  phase: "unsure",
  ...bare,
  sent: { ...stale.sent, sentAt: 0 },
  since: 5,
};
const unsure: Change = { phase: "unsure", ...bare, sent, since: 7 };
const confirmed: Change = { phase: "confirmed", known };
const refused: Change = { phase: "refused", want: want("sent", 5), reason: "Too long" };

const chosen = want("new", 9);
const goneBack = want("server", 9);
const justKnown = { ...want("sent", 5), since: 9 };
const keptSent: Change = { phase: "unsure", ...over, sent: { ...chosen, sentAt: 9 }, since: 9 };

/** The user chooses a value at 9. */
const choose = (value: string, from: FieldValue | undefined = "server", readFirst = false) =>
  ({ type: "queued", want: want(value, 9), from, readFirst, now: 9 }) satisfies ChangeEvent;
const chooseUnread: ChangeEvent = { ...choose("new"), from: undefined };
const send = (at: number): ChangeEvent => ({ type: "sent", at, now: 9 });
const confirm = (at: number, more: object = {}): ChangeEvent => ({
  type: "confirmed",
  at,
  now: 9,
  ...more,
});
const refuse = (at: number, more: object = {}): ChangeEvent => ({ type: "refused", at, ...more });
const lose = (at: number, readFirst = false) =>
  ({ type: "doubted", at, now: 9, isUnapplied: false, readFirst }) satisfies ChangeEvent;
const delay = (at: number): ChangeEvent => ({ type: "delayed", at });
const resolve = (outcome: Outcome, at = 5): ChangeEvent => ({
  type: "resolved",
  at,
  outcome,
  since: 8,
  value: "read",
  etag: '"2"',
});
const returned: ChangeEvent = { type: "returned", now: 9 };
const shown: ChangeEvent = { type: "shown" };
const discard: ChangeEvent = { type: "discarded" };
/** A change that another tab has left, made before (0) or after (9) those of this one. */
const restore = (when: number, isSent: boolean, value = "new"): ChangeEvent => ({
  type: "restored",
  want: want(value, 9, { when }),
  from: ["server"],
  isSent,
  now: 9,
});

/** The state before, the story, the event, and the state after it. */
const changing: [Change, string, ChangeEvent, Change][] = [
  [settled, "a value is chosen", choose("new"), { phase: "queued", ...bare, want: chosen }],
  [
    settled,
    "a value is chosen, and no response has the task",
    chooseUnread,
    { phase: "queued", known: null, from: [], want: chosen },
  ],
  [
    settled,
    "a value is chosen that others may have changed",
    choose("new", "server", true),
    { phase: "unsure", ...bare, sent: { ...chosen, sentAt: 0 }, since: 9 },
  ],
  [settled, "kept unsent", restore(9, false), { phase: "queued", ...bare, want: chosen }],
  [settled, "kept after it was sent", restore(9, true), { ...keptSent, ...bare }],

  [queued, "another value is chosen", choose("new"), { ...queued, want: chosen }],
  [queued, "the server's value is chosen, so nothing is sent", choose("server"), settled],
  [queuedOver, "the confirmed value is chosen", choose("known", "known"), confirmed],
  [
    queuedInDoubt,
    "the former value is chosen, which must be sent after a lost response",
    choose("server"),
    { ...queuedInDoubt, want: goneBack },
  ],
  [
    queuedInDoubt,
    "a value is chosen that others may have changed",
    choose("new", "server", true),
    { ...keptSent, ...doubtful, sent: { ...chosen, sentAt: 0 } },
  ],
  [queued, "sent", send(6), { phase: "sending", ...bare, sent: { ...wanted, sentAt: 9 } }],
  [
    queuedOver,
    "an outage ends, so the task is read first",
    returned,
    { phase: "unsure", ...over, sent: { ...wanted, sentAt: 9 }, since: 9 },
  ],
  [
    queued,
    "an older sent change, which the server may have applied",
    restore(0, true),
    { ...queued, from: ["server", "new"] },
  ],
  [queuedOver, "a newer unsent change", restore(9, false), { ...queuedOver, want: chosen }],
  [queuedOver, "a newer sent change", restore(9, true), keptSent],

  [sending, "another value is chosen", choose("new"), { ...superseded, want: chosen }],
  [sending, "the former value is chosen", choose("server"), { ...superseded, want: goneBack }],
  [sending, "applied", confirm(5), { phase: "confirmed", known: justKnown }],
  [
    sending,
    "the task is created",
    confirm(5, { createdId: "7" }),
    { phase: "confirmed", known: { ...justKnown, createdId: "7" } },
  ],
  [sending, "refused", refuse(5), settled],
  [sendingOver, "refused after a confirmed value", refuse(5), confirmed],
  [sending, "a new task is refused", refuse(5, { reason: "Too long" }), refused],
  [sending, "the response is lost", lose(5), { ...unsure, since: 9, attempts: 1 }],
  [
    { ...sending, attempts: 1 },
    "the response is lost again",
    lose(5),
    { ...unsure, since: 9, attempts: 2 },
  ],
  [
    sending,
    "the task has another version, so the server has not applied it",
    { ...lose(5, true), isUnapplied: true, changedBy: "Ada" },
    { ...unsure, sent: { ...sent, sentAt: 0, changedBy: "Ada" }, since: 9, attempts: 1 },
  ],
  [sending, "the server is busy", delay(5), { ...queued, want: want("sent", 5) }],
  [sending, "the connection came back", returned, stale],
  [stale, "the server is busy, so the task is read again", delay(5), staleRead],
  [
    { ...stale, sent: { ...stale.sent, etag: '"1"' } },
    "the server is busy, and the value has a version",
    delay(5),
    { ...queued, want: { ...want("sent", 5), isReadFirst: true, etag: '"1"' } },
  ],
  [sending, "an older sent change", restore(0, true), { ...sending, from: ["server", "new"] }],
  [sending, "a newer change", restore(9, false), { ...superseded, want: chosen }],

  [superseded, "another value is chosen", choose("new"), { ...superseded, want: chosen }],
  [superseded, "the value that is being sent is chosen", choose("sent"), sending],
  [superseded, "applied", confirm(5), { ...queued, known: justKnown, from: ["sent"] }],
  [
    { ...superseded, want: { ...wanted, etag: '"1"' } },
    "applied, so the next value is based on the new version",
    confirm(5, { etag: '"2"' }),
    { ...queued, known: justKnown, from: ["sent"], want: { ...wanted, etag: '"2"' } },
  ],
  [superseded, "refused", refuse(5), queued],
  [
    undoing,
    "applied, and the task is read",
    confirm(5),
    readUndo(9, { known: justKnown, from: ["sent"] }),
  ],
  [undoing, "refused, and the task is read", refuse(5), readUndo(5, bare)],
  [undoing, "the server is busy, and the task is read", delay(5), readUndo(5, bare)],
  [superseded, "the response is lost", lose(5), queuedInDoubt],
  [{ ...superseded, ...doubtful }, "the response is lost again", lose(5), queuedInDoubt],
  [
    superseded,
    "the response is lost, and others may have changed the task",
    lose(5, true),
    { ...keptSent, ...doubtful, sent: { ...wanted, sentAt: 0 } },
  ],
  [superseded, "the server is busy", delay(5), queued],
  [superseded, "the connection came back", returned, undoing],
  [superseded, "an older sent one", restore(0, true), { ...superseded, from: ["server", "new"] }],
  [superseded, "a newer change", restore(9, true), { ...superseded, want: chosen }],

  [unsure, "another value is chosen", choose("new"), { ...queuedInDoubt, want: chosen }],
  [unsure, "the former value is chosen", choose("server"), { ...queuedInDoubt, want: goneBack }],
  [
    unsure,
    "an undo, for which the task is read",
    choose("server", "server", true),
    { ...keptSent, ...doubtful, sent: { ...goneBack, sentAt: 0 } },
  ],
  [unsure, "an older sent change", restore(0, true), { ...unsure, from: ["server", "new"] }],
  [unsure, "a newer unsent change", restore(9, false), { ...queuedInDoubt, want: chosen }],
  [unsure, "a newer sent change", restore(9, true), { ...keptSent, ...doubtful }],
  [
    { ...unsure, sent: { ...sent, etag: '"1"' } },
    "the server has it",
    resolve("applied"),
    { phase: "confirmed", known: { ...justKnown, since: 8 } },
  ],
  [
    { ...unsure, sent: { ...sent, etag: '"1"' }, attempts: 2 },
    "the server doesn't have it, so it is sent for the new version",
    { ...resolve("unapplied"), isTask: true } as ChangeEvent,
    {
      ...queued,
      known: { ...want("read", 5), since: 8 },
      from: ["read"],
      want: want("sent", 5, { etag: '"2"' }),
      attempts: 2,
    },
  ],
  [
    { ...unsure, ...over },
    "a card is still where it was moved, so its undo is sent",
    { ...resolve("unapplied"), value: "known" } as ChangeEvent,
    { ...queuedOver, want: want("sent", 5, { etag: '"2"' }) },
  ],
  [unsure, "another user has changed the field", resolve("overtaken"), settled],
  [unsure, "the task is gone", refuse(5), settled],
  [unsure, "a new task may exist", refuse(5, { reason: "Too long" }), refused],

  [confirmed, "another value is chosen", chooseUnread, { ...queuedOver, want: chosen }],
  [
    confirmed,
    "another value is chosen than the confirmed one and a newer response's",
    choose("new"),
    { ...queuedOver, from: ["known", "server"], want: chosen },
  ],
  [
    confirmed,
    "a value is chosen that others may have changed",
    choose("new", "known", true),
    { phase: "unsure", ...over, sent: { ...chosen, sentAt: 0 }, since: 9 },
  ],
  [confirmed, "a newer unsent change", restore(9, false), { ...queuedOver, want: chosen }],
  [confirmed, "a newer sent change", restore(9, true), keptSent],
  [confirmed, "every response is newer", shown, settled],

  [refused, "the user discards it", discard, settled],
];

const late = [send(5), confirm(5), refuse(5), lose(5), delay(5), resolve("applied")];

/** The events that keep a state's object. */
const keeping: [Change, string, ChangeEvent[]][] = [
  [settled, "the server's own value is chosen", [choose("server")]],
  [queued, "the same value is chosen again", [choose("wanted")]],
  [queued, "an older unsent change", [restore(0, false)]],
  [queued, "an older value was sent", [send(5)]],
  [sending, "the same value is chosen again", [choose("sent")]],
  [sending, "an older unsent change", [restore(0, false)]],
  [sending, "the server handles an older value", [confirm(4), refuse(4), lose(4), delay(4)]],
  [superseded, "the waiting value is chosen again", [choose("wanted")]],
  [superseded, "an older unsent change", [restore(0, false)]],
  [superseded, "the server handles an older value", [confirm(4), refuse(4), lose(4), delay(4)]],
  [unsure, "the same value is chosen again", [choose("sent")]],
  [unsure, "an older unsent change", [restore(0, false)]],
  [unsure, "the outcome of an older value", [resolve("applied", 4), refuse(4)]],
  [confirmed, "the confirmed value is chosen again", [choose("known", "known")]],
  [sending, "a newer change to the same value", [restore(9, false, "sent")]],
  [confirmed, "an older sent change", [restore(0, true)]],
  [confirmed, "a newer change to the same value", [restore(9, true, "known")]],

  [settled, "ignored", [...late, returned, shown, discard]],
  [queued, "ignored", [confirm(6), refuse(6), lose(6), delay(6), resolve("applied", 6)]],
  [queued, "ignored", [shown, discard]],
  [sending, "ignored", [send(5), resolve("applied"), shown, discard]],
  [superseded, "ignored", [send(6), resolve("applied"), shown, discard]],
  [unsure, "ignored", [send(5), confirm(5), lose(5), delay(5), returned, shown, discard]],
  [confirmed, "ignored", [...late, returned, discard]],
  [refused, "ignored", [...late, choose("new"), returned, shown, restore(9, true)]],
];

const cases = [
  ...changing,
  ...keeping.flatMap(([change, story, events]) =>
    events.map((event) => [change, story, event, change] as const),
  ),
];

describe("the machine of a change", () => {
  const titled = cases.map(([before, story, event, after]) => {
    return { title: `${before.phase} × ${event.type}: ${story}`, before, event, after };
  });

  it.each(titled)("$title", ({ before, event, after }) => {
    const next = afterEvent(before, event);
    expect(next).toEqual(after);
    // Selectors rely on the same object if nothing changes.
    if (before === after) expect(next).toBe(before);
  });

  it("has a case for every phase and event", () => {
    const pairs = Object.keys(changeMachine.states).flatMap((phase) =>
      Object.keys(changeMachine.events).map((type) => `${phase} × ${type}`),
    );
    const covered = new Set(cases.map(([before, , event]) => `${before.phase} × ${event.type}`));
    expect(pairs.filter((pair) => !covered.has(pair))).toEqual([]);
  });

  it("lists exactly the phases that each event leads to", () => {
    for (const [phase, row] of Object.entries(changeTable)) {
      for (const [type, { to }] of Object.entries<{ to: readonly string[] }>(row)) {
        const reached = cases
          .filter(([before, , event]) => before.phase === phase && event.type === type)
          .map(([, , , after]) => after.phase);
        expect([phase, type, [...new Set(reached)].toSorted()]).toEqual([
          phase,
          type,
          to.toSorted(),
        ]);
      }
    }
  });

  it("shows the newest value", () => {
    const changes = [settled, queuedOver, sendingOver, superseded, unsure, confirmed, refused];
    const values = changes.map((change) => shownIn(change)?.value);
    expect(values).toEqual([undefined, "wanted", "sent", "wanted", "sent", "known", "sent"]);
  });

  it("shows a confirmed value over responses that were requested before", () => {
    expect([2, 3, 4].map((requested) => shownOver(confirmed, requested))).toEqual([
      known,
      known,
      null,
    ]);
    expect(shownOver(unsure, 99)).toBe(sent);
  });
});
