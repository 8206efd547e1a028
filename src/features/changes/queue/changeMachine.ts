import { type Machine, type StepTable, transition } from "#lib/machine.ts";
import type { FieldValue, Wanted } from "./change.ts";

/** A value that was sent to the server; `sentAt` is the logical clock at that time. */
export interface Sent extends Wanted {
  sentAt: number;
  /** The user whose change of the task was the reason to refuse its version. */
  changedBy?: string;
}

/**
 * A value that the server has confirmed; `since` is the logical clock at that time, `etag` the version that
 * it has made.
 */
export interface Confirmed extends Wanted {
  since: number;
  /** The id of a task that was created. */
  createdId?: string;
}

interface Baseline {
  /** A confirmed value that some cached response may not show yet. */
  known: Confirmed | null;
  /** The values that the server may have without this change. Lost responses add values. */
  from: readonly FieldValue[];
}

/** The request of the task's form carries the value. */
interface Saving {
  phase: "saving";
  form: Wanted;
  /** The value that the user has chosen since. */
  next: Wanted | null;
  /** The older change of the field. It goes on if the save fails. */
  under: Change;
  /** The values that the server may have without the form. They count once the older change has left. */
  from: readonly FieldValue[];
}

/** The change of one field of one task, or a new task. Settled ones have no entry in the state. */
export type Change =
  | { phase: "settled" }
  | ({ phase: "queued"; want: Wanted; attempts?: number } & Baseline)
  | ({ phase: "sending"; sent: Sent; attempts?: number } & Baseline)
  | ({ phase: "superseded"; sent: Sent; want: Wanted } & Baseline)
  | ({ phase: "unsure"; sent: Sent; since: number; attempts?: number } & Baseline)
  | Saving
  | { phase: "confirmed"; known: Confirmed }
  | { phase: "refused"; want: Wanted; reason: string };

export type ChangePhase = Change["phase"];
export type PendingChange = Exclude<Change, { phase: "settled" }>;

/** `at` is the `Wanted.at` of the value that was sent, `now` the logical clock. */
export type ChangeEvent =
  | {
      type: "queued";
      want: Wanted;
      /** What the server has; undefined if no response has the task. */
      from: FieldValue | undefined;
      /** Whether the task is read before the value is sent, because others may have changed it. */
      readFirst: boolean;
      now: number;
    }
  /** The user submitted the task's form, whose request carries the value. */
  | { type: "submitted"; want: Wanted; from: readonly FieldValue[] }
  | { type: "sent"; at: number; now: number }
  /** `etag`: the version that the change has made. */
  | { type: "confirmed"; at: number; now: number; createdId?: string; etag?: string }
  /** Only new tasks have a reason. They stay until the user decides. */
  | { type: "refused"; at: number; reason?: string }
  /** `isUnapplied`: the server has refused the value or its version. It is sent again after a read. */
  | {
      type: "doubted";
      at: number;
      now: number;
      isUnapplied: boolean;
      /** Whether the task is read before a newer value is sent. */
      readFirst: boolean;
      changedBy?: string;
    }
  | { type: "delayed"; at: number }
  /** The connection came back after an outage. */
  | { type: "returned"; now: number }
  | {
      type: "resolved";
      at: number;
      outcome: Outcome;
      since: number;
      value: FieldValue;
      etag?: string;
      /** Whether the task itself was read: the board on screen doesn't show its value. */
      isTask?: boolean;
    }
  /** `isSent`: the server may have applied it. */
  | { type: "restored"; want: Wanted; from: readonly FieldValue[]; isSent: boolean; now: number }
  | { type: "shown" }
  | { type: "discarded" };

export type ChangeEventType = ChangeEvent["type"];

/** What the server's task shows of a change with an unknown outcome. */
export type Outcome = "applied" | "unapplied" | "overtaken";

type In<P extends ChangePhase> = Extract<Change, { phase: P }>;
type On<E extends ChangeEventType> = Extract<ChangeEvent, { type: E }>;

const SETTLED: Change = { phase: "settled" };

const afterSettling = (known: Confirmed | null): Change =>
  known ? { phase: "confirmed", known } : SETTLED;

/** The value without what is known of its request. */
export const wantedIn = ({ sentAt: _sentAt, changedBy: _changedBy, ...want }: Sent): Wanted => want;

/** The task is read before the value is sent. `sentAt` is 0 if it was never sent. */
const doubt = (want: Wanted, sentAt: number, since: number, baseline: Baseline): Change => ({
  ...baseline,
  phase: "unsure",
  sent: { ...want, sentAt },
  since,
});

function begin(
  { want, readFirst, now }: Pick<On<"queued">, "want" | "readFirst" | "now">,
  baseline: Baseline,
): Change {
  return readFirst ? doubt(want, 0, now, baseline) : { ...baseline, phase: "queued", want };
}

const restore = ({ want, isSent, now }: On<"restored">, baseline: Baseline): Change =>
  isSent ? doubt(want, now, now, baseline) : { ...baseline, phase: "queued", want };

/** The value of another page, after one that is on its way. The server may have had it. */
const nextOf = ({ want, isSent }: On<"restored">): Wanted =>
  isSent ? { ...want, isReadFirst: true } : want;

const withValue = (from: readonly FieldValue[], value: FieldValue): readonly FieldValue[] =>
  from.includes(value) ? from : [...from, value];

/** What the server may have if the change gives way to a newer one. */
export function baselineOf(change: Change, server: readonly FieldValue[] = []): Baseline {
  switch (change.phase) {
    case "settled":
    case "refused":
      return { known: null, from: server };
    case "queued":
      return { known: change.known, from: change.from };
    case "sending":
    case "superseded":
    case "unsure":
      return { known: change.known, from: withValue(change.from, change.sent.value) };
    case "saving": {
      const { known, from } = baselineOf(change.under, change.from);
      return { known, from: withValue(from, change.form.value) };
    }
    case "confirmed":
      return { known: change.known, from: [change.known.value] };
  }
}

/** An older change of another tab gives way, but the server may have applied it. */
const afterOlder = <C extends Change & Baseline>(own: C, older: On<"restored">): C =>
  older.isSent ? { ...own, from: withValue(own.from, older.want.value) } : own;

const isNewer = ({ want }: On<"restored">, own: Wanted): boolean => want.when > own.when;

/** The server takes the value later. */
function requeue({ sent, ...rest }: In<"sending">): Change {
  const want = wantedIn(sent);
  // With a version, the server refuses to overwrite what others have changed.
  return want.isReadFirst && want.etag === undefined
    ? doubt(want, 0, sent.sentAt, rest)
    : { ...rest, phase: "queued", want };
}

/**
 * The value that the user chose while another one was on its way. The task is read first if others'
 * changes since then must stay.
 */
const beginNext = (want: Wanted, now: number, baseline: Baseline, readFirst = false): Change =>
  begin({ want, readFirst: readFirst || want.isReadFirst === true, now }, baseline);

/** The server has not applied the value that was on its way. */
const afterUnapplied = (change: In<"superseded">, { at }: On<"refused" | "delayed">): Change => {
  const { sent, want, known, from } = change;
  return at === sent.at ? beginNext(want, sent.sentAt, { known, from }) : change;
};

const submit = {
  to: ["saving"],
  next: (under: Change, { want, from }: On<"submitted">): Change => ({
    phase: "saving",
    form: want,
    next: null,
    under,
    from: baselineOf(under, from).from,
  }),
} as const;

/** An event of the change that is older than the form. */
function underneath(change: In<"saving">, event: ChangeEvent): In<"saving"> {
  const under = afterEvent(change.under, event);
  return under === change.under ? change : { ...change, under };
}

/** The form was refused. Its text stays there, and the field's other changes go on. */
function afterRefusal(change: In<"saving">, event: On<"refused">): Change {
  const { form, next, under, from } = change;
  if (event.at !== form.at) return underneath(change, event);
  return next ? beginNext(next, next.at, baselineOf(under, from)) : under;
}

/**
 * The values that an older change may still replace, because the form has not saved them; null if there
 * are none.
 */
export function replaceable(from: readonly FieldValue[], { value }: Wanted) {
  const others = from.filter((one) => one !== value);
  return from.length > 0 && others.length === 0 ? null : others;
}

/** The server may have the form's value. No older one may replace it, and the form keeps its text. */
function afterLoss(change: In<"saving">, event: On<"doubted">): Change {
  const { form, next, under } = change;
  const { at, now, readFirst } = event;
  if (at !== form.at) return underneath(change, event);
  if (next) return beginNext(next, now, baselineOf(change), readFirst);
  if (under.phase !== "unsure" && under.phase !== "queued") return under;
  const { known } = under;
  const from = replaceable(under.from, form);
  if (from === null) return afterSettling(known);
  return under.phase === "unsure"
    ? { ...under, from, since: now }
    : doubt(under.want, 0, now, { known, from });
}

/** The next state by phase and event. An event that a phase does not list changes nothing. */
export const changeTable: StepTable<Change, ChangeEvent> = {
  settled: {
    queued: {
      to: ["queued", "unsure", "settled"],
      next: (change, event) =>
        event.want.value === event.from
          ? change
          : begin(event, { known: null, from: event.from === undefined ? [] : [event.from] }),
    },
    submitted: submit,
    restored: {
      to: ["queued", "unsure"],
      next: (_change, event) => restore(event, { known: null, from: event.from }),
    },
  },
  queued: {
    queued: {
      to: ["queued", "unsure", "confirmed", "settled"],
      next: (change, event) => {
        const { want, known, from } = change;
        if (event.want.value === want.value) return change;
        // After a lost response the value must be sent, even if it is the server's former one.
        return event.want.value === event.from && from.length === 1
          ? afterSettling(known)
          : begin(event, { known, from });
      },
    },
    submitted: submit,
    sent: {
      to: ["sending", "queued"],
      next: (change, { at, now }) => {
        const { want, ...rest } = change;
        return at === want.at
          ? { ...rest, phase: "sending", sent: { ...want, sentAt: now } }
          : change;
      },
    },
    // Others may have changed the task during the outage, so it is read before a value is sent.
    returned: {
      to: ["unsure"],
      next: ({ want, ...rest }, { now }) => doubt(want, now, now, rest),
    },
    // A move that waits for others gives way to a later one.
    resolved: {
      to: ["settled", "queued"],
      next: (change, { at, outcome }) =>
        at === change.want.at && outcome === "overtaken" ? SETTLED : change,
    },
    restored: {
      to: ["queued", "unsure"],
      next: (change, event) =>
        isNewer(event, change.want)
          ? restore(event, { known: change.known, from: change.from })
          : afterOlder(change, event),
    },
  },
  sending: {
    queued: {
      to: ["superseded", "sending"],
      next: (change, { want }) =>
        want.value === change.sent.value ? change : { ...change, phase: "superseded", want },
    },
    submitted: submit,
    confirmed: {
      to: ["confirmed", "sending"],
      next: (change, { at, now, createdId, etag }) => {
        if (at !== change.sent.at) return change;
        const { etag: _former, ...wanted } = wantedIn(change.sent);
        const made = { ...(createdId && { createdId }), ...(etag && { etag }) };
        return { phase: "confirmed", known: { ...wanted, since: now, ...made } };
      },
    },
    refused: {
      to: ["confirmed", "settled", "refused", "sending"],
      next: (change, { at, reason }) => {
        if (at !== change.sent.at) return change;
        return reason === undefined
          ? afterSettling(change.known)
          : { phase: "refused", want: wantedIn(change.sent), reason };
      },
    },
    doubted: {
      to: ["unsure", "sending"],
      next: (change, { at, now, isUnapplied, changedBy }) => {
        const { sent, attempts = 0 } = change;
        if (at !== sent.at) return change;
        const refused = { ...sent, sentAt: 0, ...(changedBy && { changedBy }) };
        const unsure = isUnapplied ? refused : sent;
        return { ...change, phase: "unsure", sent: unsure, since: now, attempts: attempts + 1 };
      },
    },
    delayed: {
      to: ["queued", "unsure", "sending"],
      next: (change, { at }) => (at === change.sent.at ? requeue(change) : change),
    },
    returned: {
      to: ["sending"],
      next: (change) => ({ ...change, sent: { ...change.sent, isReadFirst: true } }),
    },
    restored: {
      to: ["superseded", "sending"],
      next: (change, event) => {
        const { sent } = change;
        const { want } = event;
        if (!isNewer(event, sent)) return afterOlder(change, event);
        return want.value === sent.value
          ? { ...change, sent: { ...sent, when: want.when } }
          : { ...change, phase: "superseded", want: nextOf(event) };
      },
    },
  },
  superseded: {
    queued: {
      to: ["superseded", "sending"],
      next: (change, event) => {
        if (event.want.value === change.want.value) return change;
        const { want: _want, ...rest } = change;
        return event.want.value === change.sent.value
          ? { ...rest, phase: "sending" }
          : { ...change, want: event.want };
      },
    },
    submitted: submit,
    confirmed: {
      to: ["queued", "unsure", "superseded"],
      next: (change, { at, now, etag }) => {
        const { sent, want } = change;
        if (at !== sent.at) return change;
        const known = { ...wantedIn(sent), since: now };
        const next = { ...want, ...(want.etag && etag && { etag }) };
        return beginNext(next, now, { known, from: [sent.value] });
      },
    },
    refused: { to: ["queued", "unsure", "superseded"], next: afterUnapplied },
    doubted: {
      to: ["queued", "unsure", "superseded"],
      next: (change, { at, now, readFirst }) =>
        at === change.sent.at ? beginNext(change.want, now, baselineOf(change), readFirst) : change,
    },
    delayed: { to: ["queued", "unsure", "superseded"], next: afterUnapplied },
    returned: {
      to: ["superseded"],
      next: (change) => ({ ...change, want: { ...change.want, isReadFirst: true } }),
    },
    restored: {
      to: ["superseded"],
      next: (change, event) =>
        isNewer(event, change.want)
          ? { ...change, want: nextOf(event) }
          : afterOlder(change, event),
    },
  },
  unsure: {
    queued: {
      to: ["queued", "unsure"],
      next: (change, event) =>
        event.want.value === change.sent.value ? change : begin(event, baselineOf(change)),
    },
    // A response that was requested before the outage doesn't show other users' changes during it.
    returned: { to: ["unsure"], next: (change, { now }) => ({ ...change, since: now }) },
    submitted: submit,
    restored: {
      to: ["queued", "unsure"],
      next: (change, event) =>
        isNewer(event, change.sent)
          ? restore(event, baselineOf(change))
          : afterOlder(change, event),
    },
    resolved: {
      to: ["confirmed", "queued", "settled", "unsure"],
      next: (change, { at, outcome, since, value, etag, isTask }) => {
        const { sent, attempts } = change;
        if (at !== sent.at) return change;
        if (outcome === "overtaken") return SETTLED;
        const { etag: _former, ...wanted } = wantedIn(sent);
        if (outcome === "applied") return { phase: "confirmed", known: { ...wanted, since } };
        const want = { ...wanted, ...(etag && { etag }) };
        // If the server then refuses it, the value that was read is newer than the responses on screen. A
        // card that was moved there keeps its place.
        const isStill = change.known?.value === value;
        const known = isTask ? { ...wanted, value, since } : isStill ? change.known : null;
        return { phase: "queued", known, from: [value], want, ...(attempts && { attempts }) };
      },
    },
    refused: {
      to: ["settled", "refused", "unsure"],
      next: (change, { at, reason }) => {
        if (at !== change.sent.at) return change;
        if (reason === undefined) return SETTLED;
        return { phase: "refused", want: wantedIn(change.sent), reason };
      },
    },
  },
  saving: {
    queued: {
      to: ["saving"],
      next: (change, { want }) => {
        const next = want.value === change.form.value ? null : want;
        return next === change.next ? change : { ...change, next };
      },
    },
    submitted: submit,
    confirmed: {
      to: ["confirmed", "queued", "unsure", "saving"],
      next: (change, event) => {
        const { form, next } = change;
        if (event.at !== form.at) return underneath(change, event);
        const known = { ...form, since: event.now, ...(event.etag && { etag: event.etag }) };
        if (!next) return { phase: "confirmed", known };
        return beginNext(next, event.now, { known, from: [form.value] });
      },
    },
    refused: {
      to: ["settled", "queued", "sending", "superseded", "unsure", "confirmed", "saving"],
      next: afterRefusal,
    },
    doubted: {
      to: ["settled", "queued", "sending", "superseded", "unsure", "confirmed", "saving"],
      next: afterLoss,
    },
    delayed: { to: ["saving"], next: underneath },
    resolved: { to: ["saving"], next: underneath },
    returned: {
      to: ["saving"],
      next: (change, event) => {
        const next = change.next && ({ ...change.next, isReadFirst: true } as const);
        return underneath(next ? { ...change, next } : change, event);
      },
    },
    restored: {
      to: ["saving"],
      next: (change, event) =>
        isNewer(event, change.next ?? change.form)
          ? { ...change, next: nextOf(event) }
          : underneath(change, event),
    },
  },
  confirmed: {
    queued: {
      to: ["queued", "unsure", "confirmed"],
      next: (change, event) => {
        const { known } = change;
        const { from = known.value } = event;
        return event.want.value === from
          ? change
          : begin(event, { known, from: withValue([known.value], from) });
      },
    },
    submitted: submit,
    restored: {
      to: ["queued", "unsure", "confirmed"],
      next: (change, event) => {
        const { known } = change;
        return isNewer(event, known) && event.want.value !== known.value
          ? restore(event, baselineOf(change))
          : change;
      },
    },
    shown: { to: ["settled"], next: () => SETTLED },
  },
  refused: {
    discarded: { to: ["settled"], next: () => SETTLED },
  },
};

const LATE_RESPONSES = ["sent", "confirmed", "refused", "doubted", "delayed", "resolved"] as const;

/** The machine's description, for docs/machines.md and for reports of illegal events. */
export const changeMachine: Machine<ChangePhase, ChangeEventType> = {
  name: "A change of a task",
  about:
    "The value that the user wants for one field of a task, or a new task, and whether the server " +
    "has confirmed it. A move of a card changes the status. Every screen shows its last response " +
    "with the changes applied.",
  file: "src/features/changes/queue/changeMachine.ts",
  initial: { settled: "" },
  states: {
    settled: "The screens show what the server has.",
    queued: "The change is not sent yet: it waits for the connection, or for others before it.",
    sending: "The request is running.",
    superseded: "The request is running, and the user has chosen another value.",
    unsure:
      "The response was lost, the page was reloaded, or others may have changed the task. It is read to see which value the server has.",
    saving:
      "The request of the task's form carries the value. It runs, or waits for its turn. An older change of the field goes on if it fails.",
    confirmed: "The server has confirmed the change, and some cached response is older than that.",
    refused: "The server has refused a new task. The user tries again or discards it.",
  },
  events: {
    queued: "the user chose a value, moved a card, or undid that",
    submitted: "the user submitted the task's form",
    sent: "the request was sent",
    confirmed: "the server applied the change",
    refused: "the server refused the change, or the task is gone",
    doubted:
      "no response will arrive, the task has another version, or the server may have an older value",
    delayed: "the server is busy, and takes the change later",
    returned: "the connection came back after an outage",
    resolved: "the task was read",
    restored: "the change was kept during a reload, or by another tab that was closed",
    shown: "every cached response is newer than the change",
    discarded: "the user discards a new task",
  },
  table: changeTable,
  ignored: {
    // Responses may arrive after the end of the session, or after the user chose again.
    settled: [...LATE_RESPONSES, "returned", "shown", "discarded"],
    queued: ["confirmed", "refused", "doubted", "delayed", "shown"],
    sending: ["sent", "resolved", "shown"],
    superseded: ["sent", "resolved", "shown"],
    unsure: ["sent", "confirmed", "doubted", "delayed", "shown"],
    saving: ["sent", "shown"],
    confirmed: [...LATE_RESPONSES, "returned"],
    refused: ["returned", "shown", "restored"],
  },
};

/** The change after `event`. */
export const afterEvent = (change: Change, event: ChangeEvent): Change =>
  transition(changeTable, change, event) ?? change;

/** The value to show; null if the response decides. */
export function shownIn(change: Change): Wanted | null {
  switch (change.phase) {
    case "settled":
      return null;
    case "queued":
    case "superseded":
    case "refused":
      return change.want;
    case "sending":
    case "unsure":
      return change.sent;
    case "saving":
      return change.next ?? change.form;
    case "confirmed":
      return change.known;
  }
}

/** The change that the queue sends itself: beside a form's request, the older one. */
export const withoutForm = (change: Change): Exclude<Change, Saving> =>
  change.phase === "saving" ? withoutForm(change.under) : change;

/** A confirmed value that some cached response may not show yet. */
export function knownIn(change: Change): Confirmed | null {
  const own = withoutForm(change);
  return "known" in own ? own.known : null;
}

/**
 * The value to show over a response that was requested at `requested`; null if the response decides:
 * it was requested after the change was confirmed.
 */
export const shownOver = (change: Change, requested: number): Wanted | null =>
  change.phase === "confirmed" && change.known.since < requested ? null : shownIn(change);

/** The confirmed value that a response doesn't show because it was requested before. */
export function confirmedOver(change: Change, requested: number): Confirmed | null {
  const known = knownIn(change);
  return known && known.since >= requested ? known : null;
}
