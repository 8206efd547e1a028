import type { PayloadAction } from "@reduxjs/toolkit";
import { type CallError, hasUnknownOutcome } from "#api/errors.ts";
import type { TaskDetail } from "#api/taskResponses.ts";
import { SET_FIELDS, SINGLE_FIELDS, setDifference, type TaskInput } from "#contract/taskFields.ts";
import { applyEvents, endShown, plain } from "./applyEvents.ts";
import {
  type ChangeId,
  type ChangesState,
  type Field,
  type FieldValue,
  type FormRequest,
  mustRead,
} from "./change.ts";
import { changeTable } from "./changeMachine.ts";
import { type DoneChange, withDone } from "./history.ts";
import { valueIn } from "./members.ts";
import { type ChangeEvent, shownIn, wantedIn } from "./pendingChange.ts";

/** A form's request by its key. */
interface OfForm {
  form: string;
}

type Submitted = OfForm & Pick<FormRequest, "before" | "input" | "group"> & { when: number };

/** Removes a request that has ended. */
function take(state: ChangesState, key: string): FormRequest | undefined {
  const form = state.forms[key];
  delete state.forms[key];
  return form;
}

/** Applies an event to each change. */
export const applyToAll = (
  state: ChangesState,
  changes: readonly ChangeId[],
  eventOf: (change: ChangeId) => ChangeEvent,
): void =>
  applyEvents(state, changeTable, (apply) => {
    for (const change of changes) apply(change.id, change.what, eventOf(change));
  });

/** What happens to the request of a task's form. While it waits or runs, it stands in `forms`. */
export const formReducers = {
  /**
   * The user submits a task's form. Its request carries the fields that the user has changed there, and
   * what the queue has not sent of the others.
   */
  submitted(state: ChangesState, { payload }: PayloadAction<Submitted>) {
    const { form, before, input, group, when } = payload;
    state.clock = Math.max(state.clock, group);
    const changes: ChangeId[] = [];
    if (before) {
      const { id } = before;
      const entries = plain(state.entries)[id];
      applyEvents(state, changeTable, (apply) => {
        for (const [what, value] of valuesOf(before, input)) {
          const own = entries?.[what];
          const shown = own && own.phase !== "confirmed" ? shownIn(own) : null;
          const from = valueIn(before, what);
          const isChosen = value !== from;
          if (!isChosen && shown?.value !== value) continue;
          const at = ++state.clock;
          const want =
            isChosen || !shown
              ? { value, title: input.title, at, when, group }
              : { ...wantedIn({ sentAt: 0, ...shown }), at };
          const server = from === undefined ? [] : [from];
          apply(id, what, { type: "submitted", want, from: server });
          changes.push({ id, what, at });
        }
      });
    }
    state.forms[form] = { before, input, group, changes, isRunning: false };
  },
  /** The server has applied a form's request. `canUndo`: it can change single fields back. */
  saved(
    state: ChangesState,
    { payload }: PayloadAction<OfForm & { task: TaskDetail | null; canUndo: boolean }>,
  ) {
    const form = take(state, payload.form);
    if (!form) return;
    const { before, input, group, changes } = form;
    if (!before) {
      state.lost = null;
      return;
    }
    const now = ++state.clock;
    const { title, etag, ...values } = { ...input, ...payload.task };
    applyToAll(state, changes, ({ at }) => ({
      type: "confirmed",
      at,
      now,
      ...(etag && { etag }),
    }));
    const to = { ...values, title };
    const done = changes.flatMap(({ id, what, at }): DoneChange[] => {
      if (what === "new") return [];
      const change = { from: valueIn(before, what) ?? null, to: valueIn(to, what) ?? null };
      if (change.from === change.to) return [];
      return [{ id, what, title, ...change, at, group, undoneAt: null }];
    });
    if (payload.canUndo) state.history = withDone(plain(state.history), done);
    endShown(state, changeTable);
  },
  /** The form keeps its text. Without a response the server may have applied its request. */
  saveFailed(
    state: ChangesState,
    { payload }: PayloadAction<OfForm & { error: NonNullable<CallError> }>,
  ) {
    const form = take(state, payload.form);
    if (!form) return;
    const isUnknown = hasUnknownOutcome(payload.error);
    if (!form.before) {
      state.lost = isUnknown ? { key: payload.form, input: form.input } : null;
      return;
    }
    const now = ++state.clock;
    applyToAll(state, form.changes, ({ at, what }) =>
      isUnknown
        ? { type: "doubted", at, now, readFirst: mustRead(what), isUnapplied: false }
        : { type: "refused", at },
    );
    endShown(state, changeTable);
  },
};

/** The values that a form sends: of each field, and of the members of sets that it adds and removes. */
export function valuesOf(before: TaskDetail, input: TaskInput): [what: Field, value: FieldValue][] {
  const single = SINGLE_FIELDS.flatMap((name): [Field, FieldValue][] =>
    input[name] === undefined ? [] : [[name, input[name]]],
  );
  const members = SET_FIELDS.flatMap((name) => {
    const { add, remove } = setDifference(before[name] ?? [], input[name] ?? before[name] ?? []);
    const added = add.map((one): [Field, FieldValue] => [`${name}/${one}`, one]);
    return added.concat(remove.map((one) => [`${name}/${one}`, null]));
  });
  return [...single, ...members];
}
