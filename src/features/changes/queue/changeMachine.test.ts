import { describe, expect, it } from "@jest/globals";
import {
  bare,
  choose,
  chooseUnread,
  chosen,
  confirm,
  confirmed,
  delay,
  discard,
  doubtful,
  goneBack,
  justKnown,
  keptSent,
  lose,
  over,
  queued,
  queuedInDoubt,
  queuedOver,
  readUndo,
  refuse,
  refused,
  resolve,
  restore,
  returned,
  send,
  sending,
  sendingOver,
  sent,
  settled,
  shown,
  stale,
  staleRead,
  superseded,
  undoing,
  unsure,
  want,
  wanted,
} from "#testing/changeStates.ts";
import { savingCases } from "#testing/savingCases.ts";
import {
  afterEvent,
  type Change,
  type ChangeEvent,
  changeMachine,
  changeTable,
} from "./changeMachine.ts";

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
  [queuedOver, "another user has moved the card", resolve("overtaken", 6), settled],

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
  [
    sending,
    "a newer change to the same value, whose time counts",
    restore(9, true, "sent"),
    { ...sending, sent: { ...sent, when: 9 } },
  ],
  [sending, "a newer change", restore(9, false), { ...superseded, want: chosen }],
  [
    sending,
    "a newer sent change, before which the task is read",
    restore(9, true),
    { ...superseded, want: { ...chosen, isReadFirst: true } },
  ],

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
  [
    superseded,
    "a newer sent change, before which the task is read",
    restore(9, true),
    { ...superseded, want: { ...chosen, isReadFirst: true } },
  ],

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
  [confirmed, "an older sent change", [restore(0, true)]],
  [confirmed, "a newer change to the same value", [restore(9, true, "known")]],

  [settled, "ignored", [...late, returned, shown, discard]],
  [queued, "the outcome of an older value", [resolve("overtaken", 4)]],
  [queued, "ignored", [confirm(6), refuse(6), lose(6), delay(6), resolve("applied", 6)]],
  [queued, "ignored", [shown, discard]],
  [sending, "ignored", [send(5), resolve("applied"), shown, discard]],
  [superseded, "ignored", [send(6), resolve("applied"), shown, discard]],
  [unsure, "ignored", [send(5), confirm(5), lose(5), delay(5), returned, shown, discard]],
  [confirmed, "ignored", [...late, returned, discard]],
  [refused, "ignored", [...late, choose("new"), returned, shown, restore(9, true)]],
];

const cases = [
  ...savingCases,
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
        const found = [...new Set(reached)].toSorted();
        expect([phase, type, ...found]).toEqual([phase, type, ...to.toSorted()]);
      }
    }
  });
});
