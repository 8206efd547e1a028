import { describe, expect, it } from "@jest/globals";
import {
  bare,
  choose,
  chooseUnread,
  chosen,
  chosenSince,
  confirm,
  confirmed,
  delay,
  doubtful,
  justKnown,
  lose,
  over,
  queued,
  queuedInDoubt,
  queuedOver,
  refuse,
  resolve,
  restore,
  returned,
  saving,
  savingOver,
  send,
  sending,
  sendingOlder,
  sent,
  settled,
  stale,
  submit,
  superseded,
  undoneSince,
  unsure,
  unsureOlder,
  want,
  wanted,
} from "#testing/changeStates.ts";
import { changeTable } from "./changeMachine.ts";
import { afterEvent, type Change, type ChangeEvent } from "./pendingChange.ts";

// Which phases each event leads to: src/app/devtools/machines.test.ts.

const keptSent = { phase: "unsure", sent: { ...chosen, sentAt: 9 }, since: 9 } as const;
/** The value is read before it is sent. */
const readFirst = {
  phase: "unsure",
  ...doubtful,
  sent: { ...wanted, sentAt: 0 },
  since: 9,
} as const;
const isReadFirst = { ...chosen, isReadFirst: true } as const;
const nextQueued = { phase: "queued", known: justKnown, from: ["sent"], want: wanted } as const;

/** The state before, the story, the event, and the state after it. */
const cases: [Change, string, ChangeEvent, Change][] = [
  [
    settled,
    "a value is chosen, and no response has the task",
    chooseUnread,
    { phase: "queued", known: null, from: [], want: chosen },
  ],
  [settled, "kept unsent", restore(9, false), { phase: "queued", ...bare, want: chosen }],
  [
    queuedInDoubt,
    "the former value is chosen, which must be sent after a lost response",
    choose("server"),
    { ...queuedInDoubt, want: want("server", 9) },
  ],
  [queued, "sent", send(6), { phase: "sending", ...bare, sent: { ...wanted, sentAt: 9 } }],
  [
    queuedOver,
    "an outage ends, so the task is read first",
    returned,
    { ...keptSent, ...over, sent: { ...wanted, sentAt: 9 } },
  ],
  [queuedOver, "a newer unsent change", restore(9, false), { ...queuedOver, want: chosen }],
  [queued, "others' outcome of an older value", resolve("overtaken", 4), queued],
  [queued, "its task was read", resolve("applied", 6), queued],

  [
    sending,
    "the task is created",
    confirm(5, { createdId: "7" }),
    { phase: "confirmed", known: { ...justKnown, createdId: "7" } },
  ],
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
  [
    { ...stale, sent: { ...stale.sent, etag: '"1"' } },
    "the server is busy, and the value has a version",
    delay(5),
    { ...queued, want: { ...want("sent", 5), isReadFirst: true, etag: '"1"' } },
  ],
  [
    sending,
    "a newer change to the same value, whose time counts",
    restore(9, true, "sent"),
    { ...sending, sent: { ...sent, when: 9 } },
  ],
  ...[sending, superseded].map((change): [Change, string, ChangeEvent, Change] => [
    change,
    "a newer sent change, before which the task is read",
    restore(9, true),
    { ...superseded, want: isReadFirst },
  ]),

  [
    { ...superseded, want: { ...wanted, etag: '"1"' } },
    "applied, so the next value is based on the new version",
    confirm(5, { etag: '"2"' }),
    { ...nextQueued, want: { ...wanted, etag: '"2"' } },
  ],
  [superseded, "refused", refuse(5), queued],
  [{ ...superseded, ...doubtful }, "the response is lost again", lose(5), queuedInDoubt],
  [superseded, "the response is lost, and others may have changed it", lose(5, true), readFirst],
  [
    superseded,
    "the connection came back",
    returned,
    { ...superseded, want: { ...wanted, isReadFirst: true } },
  ],

  [unsure, "another value is chosen", choose("new"), { ...queuedInDoubt, want: chosen }],
  [unsure, "the connection came back", returned, { ...unsure, since: 9 }],
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

  [
    confirmed,
    "another value is chosen than the confirmed one and a newer response's",
    choose("new"),
    { ...queuedOver, from: ["known", "server"], want: chosen },
  ],
  [confirmed, "a newer sent change", restore(9, true), { ...keptSent, ...over }],
  [confirmed, "a newer change to the same value", restore(9, true, "known"), confirmed],

  [
    sending,
    "a form is submitted",
    submit,
    { ...saving, form: chosen, under: sending, from: doubtful.from },
  ],
  [chosenSince, "the form's value is chosen again", choose("sent"), saving],
  [chosenSince, "the connection returns", returned, undoneSince],
  [
    saving,
    "a newer sent change of another tab",
    restore(9, true),
    { ...saving, next: isReadFirst },
  ],
  [chosenSince, "the form is saved", confirm(5), nextQueued],
  [chosenSince, "the form is refused", refuse(5), queued],
  [{ ...savingOver(queuedOver), next: wanted }, "the form is refused", refuse(5), queuedOver],
  [savingOver(unsureOlder), "the form's response is lost", lose(5), { ...unsureOlder, since: 9 }],
  [savingOver(queued), "the form's response is lost", lose(5), { ...readFirst, ...bare }],
  [chosenSince, "the form's response is lost", lose(5, true), readFirst],
];

/** Changes of this tab that an older one of another tab finds, and an event that keeps each of them. */
const unconfirmed = [
  [queued, choose("wanted")],
  [sending, choose("sent")],
  [superseded, choose("wanted")],
  [unsure, choose("sent")],
] as const;

describe("the machine of a change", () => {
  const titled = cases.map(([before, story, event, after]) => {
    return { title: `${before.phase} × ${event.type}: ${story}`, before, event, after };
  });

  it.each(titled)("$title", ({ before, event, after }) => {
    const next = afterEvent(changeTable, before, event);
    expect(next).toEqual(after);
    // Selectors rely on the same object if nothing changes.
    if (before === after) expect(next).toBe(before);
  });

  it.each(unconfirmed.map(([change, same]) => ({ phase: change.phase, change, same })))(
    "$phase: the server may have an older change of another tab only if it was sent; the same value changes nothing",
    ({ change, same }) => {
      expect(afterEvent(changeTable, change, restore(0, true))).toEqual({
        ...change,
        from: ["server", "new"],
      });
      expect(afterEvent(changeTable, change, restore(0, false))).toBe(change);
      expect(afterEvent(changeTable, change, same)).toBe(change);
    },
  );

  it.each<[Change, ChangeEvent]>([
    ...[confirm(4), refuse(4), lose(4), delay(4), returned].map((event): [Change, ChangeEvent] => [
      sendingOlder,
      event,
    ]),
    [unsureOlder, resolve("overtaken", 4)],
    [settled, restore(0, false)],
  ])("saving: an older change goes on under the form (%#)", (under, event) => {
    const next = afterEvent(changeTable, under, event);
    expect(next).not.toEqual(under);
    expect(afterEvent(changeTable, savingOver(under), event)).toEqual(savingOver(next));
  });
});
