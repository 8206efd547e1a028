import type { Wanted } from "#features/changes/queue/change.ts";
import {
  type Baseline,
  baselineOf,
  begin,
  type Change,
  doubt,
  type On,
  type Steps,
  withValue,
} from "#features/changes/queue/pendingChange.ts";

const restore = ({ want, isSent, now }: On<"restored">, baseline: Baseline): Change =>
  isSent ? doubt(want, now, now, baseline) : { ...baseline, phase: "queued", want };

/** The value of another page, after one that is on its way. The server may have had it. */
export const nextOf = ({ want, isSent }: On<"restored">): Wanted =>
  isSent ? { ...want, isReadFirst: true } : want;

/** An older change of another tab gives way, but the server may have applied it. */
const afterOlder = <C extends Change & Baseline>(own: C, older: On<"restored">): C =>
  older.isSent ? { ...own, from: withValue(own.from, older.want.value) } : own;

export const isNewer = ({ want }: On<"restored">, own: Wanted): boolean => want.when > own.when;

/**
 * The value that the user chose while another one was on its way. The task is read first if others'
 * changes since then must stay.
 */
export const beginNext = (
  want: Wanted,
  now: number,
  baseline: Baseline,
  readFirst = false,
): Change => begin({ want, readFirst: readFirst || want.isReadFirst === true, now }, baseline);

export const submit = {
  to: ["saving"],
  next: (under: Change, { want, from }: On<"submitted">): Change => ({
    phase: "saving",
    form: want,
    next: null,
    under,
    from: baselineOf(under, from).from,
  }),
} as const;

/** A value begins: the user chose it, or submitted it in a form, or another page has kept it. */
export const beginSteps: Partial<Steps> = {
  settled: {
    submitted: submit,
    restored: {
      to: ["queued", "unsure"],
      next: (_change, event) => restore(event, { known: null, from: event.from }),
    },
  },
  queued: {
    submitted: submit,
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
    restored: {
      to: ["superseded"],
      next: (change, event) =>
        isNewer(event, change.want)
          ? { ...change, want: nextOf(event) }
          : afterOlder(change, event),
    },
  },
  unsure: {
    submitted: submit,
    restored: {
      to: ["queued", "unsure"],
      next: (change, event) =>
        isNewer(event, change.sent)
          ? restore(event, baselineOf(change))
          : afterOlder(change, event),
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
  },
};
