import { type StepTable, transition } from "#lib/machine.ts";
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

export interface Baseline {
  /** A confirmed value that some cached response may not show yet. */
  known: Confirmed | null;
  /** The values that the server may have without this change. Lost responses add values. */
  from: readonly FieldValue[];
}

/** The request of the task's form carries the value. */
export interface Saving {
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

/** A state of a change, and an event, by name. */
export type In<P extends ChangePhase> = Extract<Change, { phase: P }>;
export type On<E extends ChangeEventType> = Extract<ChangeEvent, { type: E }>;

export const SETTLED: Change = { phase: "settled" };

/** The change once nothing of it is under way. */
export const afterSettling = (known: Confirmed | null): Change =>
  known ? { phase: "confirmed", known } : SETTLED;

/** The value without what is known of its request. */
export const wantedIn = ({ sentAt: _sentAt, changedBy: _changedBy, ...want }: Sent): Wanted => want;

/** The task is read before the value is sent. `sentAt` is 0 if it was never sent. */
export const doubt = (want: Wanted, sentAt: number, since: number, baseline: Baseline): Change => ({
  ...baseline,
  phase: "unsure",
  sent: { ...want, sentAt },
  since,
});

/** The user's value: it waits, or the task is read first. */
export function begin(
  { want, readFirst, now }: Pick<On<"queued">, "want" | "readFirst" | "now">,
  baseline: Baseline,
): Change {
  return readFirst ? doubt(want, 0, now, baseline) : { ...baseline, phase: "queued", want };
}

/** The values, with one more that the server may have. */
export const withValue = (from: readonly FieldValue[], value: FieldValue): readonly FieldValue[] =>
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

/** A table of steps. */
export type Steps = StepTable<Change, ChangeEvent>;

/** The change after an event, by a table of steps. */
export const afterEvent = (steps: Steps, change: Change, event: ChangeEvent): Change =>
  transition(steps, change, event) ?? change;

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
