import { type Machine, type StepTable, transition } from "#lib/machine.ts";

export type FieldValue = string | null;

/** A value that the user wants for a field, at the logical clock `at`. */
export interface WantedValue {
  value: FieldValue;
  /** The task's title, for the message of a failed edit. */
  title: string;
  at: number;
  /** The time of the user's action, which orders the edits of several tabs. */
  when: number;
}

/** A value that the server has saved; `since` is the logical clock at that time. */
export interface SavedValue extends WantedValue {
  since: number;
}

interface Baseline {
  /** The server's value without this edit. Lists stored by an older version may lack it. */
  base?: FieldValue;
  /** The value of an older edit of the same user, which the server may have saved. */
  earlier?: FieldValue;
  /** A saved value that some cached response doesn't include yet. */
  known: SavedValue | null;
}

/** The edit of one field of one task. Settled fields have no entry in the state. */
export type FieldEdit =
  | { phase: "settled" }
  | ({ phase: "queued"; want: WantedValue } & Baseline)
  | ({ phase: "sending"; sent: WantedValue } & Baseline)
  | ({ phase: "superseded"; sent: WantedValue; want: WantedValue } & Baseline)
  | ({ phase: "unsure"; sent: WantedValue } & Baseline)
  | { phase: "confirmed"; known: SavedValue };

export type EditPhase = FieldEdit["phase"];

/** `at` is the `WantedValue.at` of the edit that was sent, `now` the logical clock. */
export type EditEvent =
  | {
      type: "editRequested";
      base: FieldValue;
      value: FieldValue;
      title: string;
      when: number;
      now: number;
    }
  | { type: "editSent"; at: number }
  | { type: "editConfirmed"; at: number; now: number }
  | { type: "editRejected"; at: number }
  | { type: "editUnanswered"; at: number }
  | { type: "editDelayed"; at: number }
  | { type: "connectionReturned" }
  /** `value` is what the server has, read after the lost response. */
  | { type: "taskRead"; at: number; value: FieldValue; now: number }
  /** An edit from before a reload, or of another tab. */
  | {
      type: "editRestored";
      edit: Omit<WantedValue, "at"> & Omit<Baseline, "known"> & { sent: boolean };
      now: number;
    }
  /** All shown responses were requested after `oldest`. */
  | { type: "responsesArrived"; oldest: number };

export type EditEventType = EditEvent["type"];

type On<E extends EditEventType> = Extract<EditEvent, { type: E }>;

const SETTLED: FieldEdit = { phase: "settled" };

const wanted = ({ value, title, when, now }: On<"editRequested">): WantedValue => ({
  value,
  title,
  at: now,
  when,
});
const saved = (sent: WantedValue, since: number): SavedValue => ({ ...sent, since });
const afterSettling = (known: SavedValue | null): FieldEdit =>
  known ? { phase: "confirmed", known } : SETTLED;

const restored = ({ edit, now }: On<"editRestored">): WantedValue => ({
  value: edit.value,
  title: edit.title,
  at: now,
  when: edit.when,
});

const isNewer = ({ edit }: On<"editRestored">, own: WantedValue): boolean => edit.when > own.when;

/** An older edit of another tab gives way, but the server may have saved it. */
const afterOlder = <E extends FieldEdit & Baseline>(own: E, { edit }: On<"editRestored">): E =>
  edit.sent ? { ...own, earlier: edit.value } : own;

/** The next state by phase and event. An event that a phase does not list changes nothing. */
const editTable: StepTable<FieldEdit, EditEvent> = {
  settled: {
    editRequested: {
      to: ["queued", "settled"],
      next: (edit, event) =>
        event.value === event.base
          ? edit
          : { phase: "queued", base: event.base, known: null, want: wanted(event) },
    },
    // The task is read before the edit is sent: others may have changed it since.
    editRestored: {
      to: ["unsure"],
      next: (_edit, event) => {
        const { value: _value, title: _title, when: _when, sent: _sent, ...baseline } = event.edit;
        return { phase: "unsure", ...baseline, known: null, sent: restored(event) };
      },
    },
  },
  queued: {
    editRequested: {
      to: ["queued", "confirmed", "settled"],
      next: (edit, event) =>
        // If the server may have saved an older value, the former one must be sent.
        event.value === edit.base && edit.earlier === undefined
          ? afterSettling(edit.known)
          : { ...edit, want: wanted(event) },
    },
    editSent: {
      to: ["sending", "queued"],
      next: (edit, { at }) => {
        const { want, ...baseline } = edit;
        return at === want.at ? { ...baseline, phase: "sending", sent: want } : edit;
      },
    },
    // Others may have changed the task during the outage, so it is read before the edit is sent.
    connectionReturned: {
      to: ["unsure"],
      next: ({ want, ...baseline }) => ({ ...baseline, phase: "unsure", sent: want }),
    },
    editRestored: {
      to: ["queued", "unsure"],
      next: (edit, event) => {
        if (!isNewer(event, edit.want)) return afterOlder(edit, event);
        const { want: _older, ...baseline } = edit;
        return { ...baseline, phase: "unsure", sent: restored(event) };
      },
    },
  },
  sending: {
    editRequested: {
      to: ["superseded", "sending"],
      next: (edit, event) =>
        event.value === edit.sent.value
          ? edit
          : { ...edit, phase: "superseded", want: wanted(event) },
    },
    editConfirmed: {
      to: ["confirmed", "sending"],
      next: (edit, { at, now }) =>
        at === edit.sent.at ? { phase: "confirmed", known: saved(edit.sent, now) } : edit,
    },
    editRejected: {
      to: ["confirmed", "settled", "sending"],
      next: (edit, { at }) => (at === edit.sent.at ? afterSettling(edit.known) : edit),
    },
    editUnanswered: {
      to: ["unsure", "sending"],
      next: (edit, { at }) => (at === edit.sent.at ? { ...edit, phase: "unsure" } : edit),
    },
    editDelayed: {
      to: ["queued", "sending"],
      next: (edit, { at }) => {
        const { sent, ...baseline } = edit;
        return at === sent.at ? { ...baseline, phase: "queued", want: sent } : edit;
      },
    },
    editRestored: {
      to: ["superseded", "sending"],
      next: (edit, event) =>
        isNewer(event, edit.sent)
          ? { ...edit, phase: "superseded", want: restored(event) }
          : afterOlder(edit, event),
    },
  },
  superseded: {
    editRequested: {
      to: ["superseded", "sending"],
      next: (edit, event) => {
        const { want: _want, ...rest } = edit;
        return event.value === edit.sent.value
          ? { ...rest, phase: "sending" }
          : { ...edit, want: wanted(event) };
      },
    },
    editConfirmed: {
      to: ["queued", "superseded"],
      next: (edit, { at, now }) => {
        const { sent, want } = edit;
        if (at !== sent.at) return edit;
        return { phase: "queued", base: sent.value, known: saved(sent, now), want };
      },
    },
    editRejected: {
      to: ["queued", "superseded"],
      next: (edit, { at }) => {
        const { sent, ...rest } = edit;
        return at === sent.at ? { ...rest, phase: "queued" } : edit;
      },
    },
    // The task is read before the newer value is sent: others may have changed it since.
    editUnanswered: {
      to: ["unsure", "superseded"],
      next: (edit, { at }) => {
        const { sent, want, ...baseline } = edit;
        return at === sent.at
          ? { ...baseline, phase: "unsure", earlier: sent.value, sent: want }
          : edit;
      },
    },
    editDelayed: {
      to: ["queued", "superseded"],
      next: (edit, { at }) => {
        const { sent, ...rest } = edit;
        return at === sent.at ? { ...rest, phase: "queued" } : edit;
      },
    },
    editRestored: {
      to: ["superseded"],
      next: (edit, event) =>
        isNewer(event, edit.want) ? { ...edit, want: restored(event) } : afterOlder(edit, event),
    },
  },
  unsure: {
    editRequested: {
      to: ["queued", "unsure"],
      next: (edit, event) => {
        const { sent, ...baseline } = edit;
        if (event.value === sent.value) return edit;
        return { ...baseline, phase: "queued", earlier: sent.value, want: wanted(event) };
      },
    },
    editRestored: {
      to: ["unsure"],
      next: (edit, event) =>
        isNewer(event, edit.sent)
          ? { ...edit, earlier: edit.sent.value, sent: restored(event) }
          : afterOlder(edit, event),
    },
    // Sent again only if the field is as it was. Otherwise another user's later change wins.
    taskRead: {
      to: ["confirmed", "queued", "settled", "unsure"],
      next: (edit, { at, value, now }) => {
        const { sent, base = value, earlier } = edit;
        if (at !== sent.at) return edit;
        if (value === sent.value) return { phase: "confirmed", known: saved(sent, now) };
        return value === base || value === earlier
          ? { phase: "queued", base: value, known: null, want: sent }
          : SETTLED;
      },
    },
    editRejected: {
      to: ["settled", "unsure"],
      next: (edit, { at }) => (at === edit.sent.at ? SETTLED : edit),
    },
  },
  confirmed: {
    editRequested: {
      to: ["queued", "confirmed"],
      next: (edit, event) => {
        const { known } = edit;
        if (event.value === known.value) return edit;
        return { phase: "queued", base: known.value, known, want: wanted(event) };
      },
    },
    editRestored: {
      to: ["unsure", "confirmed"],
      next: (edit, event) => {
        const { known } = edit;
        if (!isNewer(event, known)) return edit;
        return { phase: "unsure", base: known.value, known, sent: restored(event) };
      },
    },
    responsesArrived: {
      to: ["settled", "confirmed"],
      next: (edit, { oldest }) => (edit.known.since < oldest ? SETTLED : edit),
    },
  },
};

/** The machine's description, for docs/machines.md and for reports of illegal events. */
export const editMachine: Machine<EditPhase, EditEventType> = {
  name: "An edit in place",
  about:
    "The value that the user wants for one field of a task, chosen without the form, and whether " +
    "the server has saved it. Every screen shows its last response with these values.",
  file: "src/features/board/edits/editMachine.ts",
  initial: { settled: "" },
  states: {
    settled: "The field shows the server's value.",
    queued: "The value is not sent yet: it waits for the connection, or for others before it.",
    sending: "The request is running.",
    superseded: "The request is running, and the user has chosen another value.",
    unsure:
      "The response was lost, or the page was reloaded. The task is read to see whether the value was saved.",
    confirmed: "The server has saved the value, and some screen's response is older than that.",
  },
  events: {
    editRequested: "the user chose a value, or Undo",
    editSent: "the request was sent",
    editConfirmed: "the server saved the value",
    editRejected: "the server refused the value, or the task is gone",
    editUnanswered: "no response will arrive",
    editDelayed: "the server is busy, and takes the value later",
    connectionReturned: "the connection came back after an outage",
    taskRead: "the task was read after a lost response or a reload",
    editRestored: "the edit was kept during a reload, or by another tab that was closed",
    responsesArrived: "every screen's response is newer than the edit",
  },
  table: editTable,
  ignored: {
    // Responses may arrive after the end of the session, or after the user chose again.
    settled: [
      "editSent",
      "editConfirmed",
      "editRejected",
      "editUnanswered",
      "editDelayed",
      "taskRead",
      "responsesArrived",
    ],
    queued: ["taskRead", "editRejected", "responsesArrived"],
    // A request that was sent before an outage is still to get its response, or to be aborted.
    sending: ["taskRead", "responsesArrived", "connectionReturned"],
    superseded: ["taskRead", "responsesArrived", "connectionReturned"],
    unsure: ["responsesArrived", "connectionReturned"],
    confirmed: ["taskRead", "connectionReturned"],
  },
};

/** The edit after `event`. */
export const afterEditEvent = (edit: FieldEdit, event: EditEvent): FieldEdit =>
  transition(editTable, edit, event) ?? edit;

/** The value to show; null if the response decides. */
export function shownValue(edit: FieldEdit): WantedValue | null {
  switch (edit.phase) {
    case "settled":
      return null;
    case "queued":
    case "superseded":
      return edit.want;
    case "sending":
    case "unsure":
      return edit.sent;
    case "confirmed":
      return edit.known;
  }
}
