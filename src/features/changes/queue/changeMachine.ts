import type { Machine, StepTable } from "#lib/machine.ts";
import type { FieldValue, Wanted } from "./change.ts";
import {
  afterEvent,
  afterSettling,
  type Baseline,
  baselineOf,
  begin,
  type Change,
  type ChangeEvent,
  type ChangeEventType,
  type ChangePhase,
  doubt,
  firstSteps,
  type In,
  type On,
  SETTLED,
  wantedIn,
  withValue,
} from "./pendingChange.ts";

const restore = ({ want, isSent, now }: On<"restored">, baseline: Baseline): Change =>
  isSent ? doubt(want, now, now, baseline) : { ...baseline, phase: "queued", want };

/** The value of another page, after one that is on its way. The server may have had it. */
const nextOf = ({ want, isSent }: On<"restored">): Wanted =>
  isSent ? { ...want, isReadFirst: true } : want;

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
  const under = afterEvent(changeTable, change.under, event);
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
    ...firstSteps.settled,
    submitted: submit,
    restored: {
      to: ["queued", "unsure"],
      next: (_change, event) => restore(event, { known: null, from: event.from }),
    },
  },
  queued: {
    ...firstSteps.queued,
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
    ...firstSteps.unsure,
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
