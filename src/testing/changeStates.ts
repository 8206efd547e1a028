import type { FieldValue, Wanted } from "#features/changes/queue/change.ts";
import type {
  Change,
  ChangeEvent,
  ChangeEventType,
  Outcome,
} from "#features/changes/queue/pendingChange.ts";

/** States of a change, and events, for the tests of its machine. */

export const want = (value: FieldValue, at: number, more: Partial<Wanted> = {}): Wanted => ({
  value,
  title: "Feed the cat",
  at,
  when: at,
  group: at,
  ...more,
});

// The values are named after their part: the server has "server" without the changes of this page.
export const known = { ...want("known", 1), since: 3 };
export const sent = { ...want("sent", 5), sentAt: 5 };
export const wanted = want("wanted", 6);
export const bare = { known: null, from: ["server"] } as const;
export const over = { known, from: ["known"] } as const;
/** A lost response has left two possible values. */
export const doubtful = { known: null, from: ["server", "sent"] } as const;

export const settled = { phase: "settled" } satisfies Change;
export const queued = { phase: "queued", ...bare, want: wanted } satisfies Change;
export const queuedOver = { phase: "queued", ...over, want: wanted } satisfies Change;
export const queuedInDoubt = { phase: "queued", ...doubtful, want: wanted } satisfies Change;
export const sending = { phase: "sending", ...bare, sent } satisfies Change;
export const sendingOver = { phase: "sending", ...over, sent } satisfies Change;
export const superseded = { phase: "superseded", ...bare, sent, want: wanted } satisfies Change;
/** The value was sent before an outage. */
export const stale = { phase: "sending", ...bare, sent: { ...sent, isReadFirst: true } } as const;
export const unsure = { phase: "unsure", ...bare, sent, since: 7 } satisfies Change;
/** The request of a form carries a value, beside an older change of the field. */
export const savingOver = (under: Change) =>
  ({
    phase: "saving",
    form: want("sent", 5),
    next: null,
    under,
    from: ["server"],
  }) satisfies Change;
export const saving = savingOver({ phase: "settled" });
export const chosenSince = { ...saving, next: wanted };
export const undoneSince = { ...saving, next: { ...wanted, isReadFirst: true } } satisfies Change;
// The request of the older change, beside the form, has the time 4.
const older = { ...sent, at: 4 };
export const sendingOlder = { ...sending, sent: older } satisfies Change;
export const unsureOlder = { ...unsure, sent: older } satisfies Change;
export const confirmed = { phase: "confirmed", known } satisfies Change;
const refused = { phase: "refused", want: want("sent", 5), reason: "Too long" } satisfies Change;

export const chosen = want("new", 9);
export const justKnown = { ...want("sent", 5), since: 9 };

/** The user chooses a value at 9. */
export const choose = (value: string, from: FieldValue | undefined = "server", readFirst = false) =>
  ({ type: "queued", want: want(value, 9), from, readFirst, now: 9 }) satisfies ChangeEvent;
export const chooseUnread: ChangeEvent = { ...choose("new"), from: undefined };
/** The user submits the task's form at 9. */
export const submit: ChangeEvent = { type: "submitted", want: want("new", 9), from: ["server"] };
export const send = (at: number): ChangeEvent => ({ type: "sent", at, now: 9 });
export const confirm = (at: number, more: object = {}): ChangeEvent => ({
  type: "confirmed",
  at,
  now: 9,
  ...more,
});
export const refuse = (at: number, more: object = {}): ChangeEvent => ({
  type: "refused",
  at,
  ...more,
});
export const lose = (at: number, readFirst = false) =>
  ({ type: "doubted", at, now: 9, isUnapplied: false, readFirst }) satisfies ChangeEvent;
export const delay = (at: number): ChangeEvent => ({ type: "delayed", at });
export const resolve = (outcome: Outcome, at = 5): ChangeEvent => ({
  type: "resolved",
  at,
  outcome,
  since: 8,
  value: "read",
  etag: '"2"',
});
export const returned: ChangeEvent = { type: "returned", now: 9 };
/** A change that another tab has left, made before (0) or after (9) those of this one. */
export const restore = (when: number, isSent: boolean, value = "new"): ChangeEvent => ({
  type: "restored",
  want: want(value, 9, { when }),
  from: ["server"],
  isSent,
  now: 9,
});

/** Samples that together lead to every transition. */
export const changeStates: readonly Change[] = [
  settled,
  queued,
  queuedOver,
  queuedInDoubt,
  sending,
  sendingOver,
  stale,
  superseded,
  { ...superseded, want: undoneSince.next },
  unsure,
  saving,
  chosenSince,
  undoneSince,
  ...[queued, sendingOlder, { ...superseded, sent: older }, unsureOlder].map(savingOver),
  savingOver(confirmed),
  confirmed,
  refused,
];

const values = ["new", "server", "wanted", "sent"];
export const changeEvents: Record<ChangeEventType, readonly ChangeEvent[]> = {
  queued: [
    ...values.map((value) => choose(value)),
    choose("known", "known"),
    choose("new", "server", true),
  ],
  submitted: [submit],
  sent: [send(5), send(6)],
  confirmed: [confirm(4), confirm(5)],
  refused: [refuse(4), refuse(5), refuse(5, { reason: "Too long" })],
  doubted: [lose(4), lose(5)],
  delayed: [delay(4), delay(5)],
  returned: [returned],
  resolved: (["applied", "unapplied", "overtaken"] as const).flatMap((outcome) =>
    [4, 5, 6].map((at) => resolve(outcome, at)),
  ),
  restored: [0, 9].flatMap((when) => [restore(when, false), restore(when, true)]),
  shown: [{ type: "shown" }],
  discarded: [{ type: "discarded" }],
};
