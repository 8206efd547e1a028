import type { FieldValue, Wanted } from "#features/changes/queue/change.ts";
import {
  afterSettling,
  baselineOf,
  type Change,
  type ChangeEvent,
  doubt,
  type In,
  type On,
  type Steps,
} from "#features/changes/queue/pendingChange.ts";
import { beginNext, isNewer, nextOf, submit } from "./beginSteps.ts";

/**
 * The values that an older change may still replace, because the form has not saved them; null if there
 * are none.
 */
export function replaceable(from: readonly FieldValue[], { value }: Wanted) {
  const others = from.filter((one) => one !== value);
  return from.length > 0 && others.length === 0 ? null : others;
}

/**
 * The request of a form carries the value.
 *
 * @param after the older change of the field after an event, by the whole table
 */
export function saveSteps(after: (older: Change, event: ChangeEvent) => Change): Steps["saving"] {
  /** An event of the change that is older than the form. */
  function underneath(change: In<"saving">, event: ChangeEvent): In<"saving"> {
    const under = after(change.under, event);
    return under === change.under ? change : { ...change, under };
  }

  /** The form was refused. Its text stays there, and the field's other changes go on. */
  function afterRefusal(change: In<"saving">, event: On<"refused">): Change {
    const { form, next, under, from } = change;
    if (event.at !== form.at) return underneath(change, event);
    return next ? beginNext(next, next.at, baselineOf(under, from)) : under;
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

  return {
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
  };
}
