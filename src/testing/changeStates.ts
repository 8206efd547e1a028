import type { FieldValue, Wanted } from "#features/changes/queue/change.ts";
import type { Change, ChangeEvent, Outcome } from "#features/changes/queue/changeMachine.ts";

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
const undo = { ...wanted, isReadFirst: true } as const;
export const undoing = { ...superseded, want: undo } satisfies Change;
/** The task is read before an undo is sent. */
export const readUndo = (since: number, baseline: object) =>
  ({ phase: "unsure", ...baseline, sent: { ...undo, sentAt: 0 }, since }) as Change;
/** The value was sent before an outage. */
export const stale = { phase: "sending", ...bare, sent: { ...sent, isReadFirst: true } } as const;
export const staleRead = {
  phase: "unsure",
  ...bare,
  sent: { ...stale.sent, sentAt: 0 },
  since: 5,
} satisfies Change;
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
export const confirmed = { phase: "confirmed", known } satisfies Change;
export const refused = {
  phase: "refused",
  want: want("sent", 5),
  reason: "Too long",
} satisfies Change;

export const chosen = want("new", 9);
export const goneBack = want("server", 9);
export const justKnown = { ...want("sent", 5), since: 9 };
export const keptSent = {
  phase: "unsure",
  ...over,
  sent: { ...chosen, sentAt: 9 },
  since: 9,
} satisfies Change;

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
export const shown: ChangeEvent = { type: "shown" };
export const discard: ChangeEvent = { type: "discarded" };
/** A change that another tab has left, made before (0) or after (9) those of this one. */
export const restore = (when: number, isSent: boolean, value = "new"): ChangeEvent => ({
  type: "restored",
  want: want(value, 9, { when }),
  from: ["server"],
  isSent,
  now: 9,
});
