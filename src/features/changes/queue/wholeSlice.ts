import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Task } from "#contract/task.ts";
import {
  type Apply,
  applyEvents as applySteps,
  endShown as endSteps,
  plain,
} from "./applyEvents.ts";
import {
  type ChangeId,
  type ChangesState,
  type Field,
  mustRead,
  NO_CHANGES,
  type Stored,
  type Values,
} from "./change.ts";
import { changeTable } from "./changeMachine.ts";
import {
  addQueueCases,
  addResponses,
  queueReducers,
  type Requested,
  refused,
  resolved,
  type Sent,
} from "./changesSlice.ts";
import { type DoneChange, withDone, withoutFailed } from "./history.ts";
import { type ChangeEvent, shownIn, wantedIn } from "./pendingChange.ts";

/** The values of a task's form, and those that it began with. */
export interface SavedValues {
  id: Task["id"];
  title: string;
  from: Values;
  to: Values;
  group: number;
}

/** A save that the server has applied. */
interface Saved extends SavedValues, Sent {
  /** Whether the server can change single fields back. */
  canUndo: boolean;
  /** The version that the save has made. */
  etag?: string;
}

const applyEvents = (state: ChangesState, work: (apply: Apply) => void): void =>
  applySteps(state, changeTable, work);

const endShown = (state: ChangesState): void => endSteps(state, changeTable);

/** Applies an event to each change. */
export const applyToAll = (
  state: ChangesState,
  changes: readonly ChangeId[],
  eventOf: (change: ChangeId) => ChangeEvent,
): void =>
  applyEvents(state, (apply) => {
    for (const change of changes) apply(change.id, change.what, eventOf(change));
  });

/** Changes that failed can't be undone. */
function forget(state: ChangesState, failed: readonly ChangeId[]): void {
  state.history = withoutFailed(plain(state.history), failed);
}

/**
 * The unconfirmed changes of tasks, what the server has confirmed of them, and what can be undone. It takes
 * over the state of `changesSlice`.
 */
export const wholeSlice = createSlice({
  name: "changes",
  initialState: NO_CHANGES,
  reducers: {
    ...queueReducers(changeTable),
    sent(state, { payload }: PayloadAction<Sent & { requestId: string }>) {
      const now = ++state.clock;
      applyToAll(state, payload.changes, ({ at }) => ({ type: "sent", at, now }));
    },
    confirmed(state, { payload }: PayloadAction<Sent & { createdId?: string; etag?: string }>) {
      const now = ++state.clock;
      const { changes, requestId: _cause, ...result } = payload;
      applyToAll(state, changes, ({ at }) => ({ type: "confirmed", at, now, ...result }));
      endShown(state);
    },
    /** No response will arrive, others have changed the task, or it may have an older value: it must be read. */
    doubted(
      state,
      { payload }: PayloadAction<Sent & { isUnapplied: boolean; changedBy?: string }>,
    ) {
      const now = ++state.clock;
      const { changes, requestId: _cause, ...result } = payload;
      applyToAll(state, changes, ({ at, what }) => ({
        type: "doubted",
        at,
        now,
        readFirst: mustRead(what),
        ...result,
      }));
    },
    /** The server is busy, and takes the changes later. */
    delayed(state, { payload }: PayloadAction<Sent>) {
      applyToAll(state, payload.changes, ({ at }) => ({ type: "delayed", at }));
    },
    /** What the outbox has kept, from before a reload or of a closed tab. */
    restored(state, { payload }: PayloadAction<Stored & { cached: Requested["cached"] }>) {
      addResponses(state, payload.cached);
      const groups = new Map<number, number>();
      const groupOf = (stored: number, now: number) => {
        const group = groups.get(stored) ?? now;
        groups.set(stored, group);
        return group;
      };
      const done = payload.history.map((one): DoneChange => {
        const at = ++state.clock;
        return { ...one, at, group: groupOf(one.group, at) };
      });
      applyEvents(state, (apply) => {
        for (const stored of payload.changes.toSorted((a, b) => a.want.at - b.want.at)) {
          const { id, what, from, isSent, undo, reason } = stored;
          const now = ++state.clock;
          const group = groupOf(stored.want.group, now);
          const want = { ...stored.want, at: now, group };
          const after = apply(id, what, { type: "restored", want, from, isSent, now });
          // A newer change of this tab is kept instead.
          if (shownIn(after)?.at !== now) continue;
          if (reason !== undefined) {
            if (!isSent) apply(id, what, { type: "sent", at: now, now });
            apply(id, what, { type: "refused", at: now, reason });
          }
          const { title, value: to } = want;
          if (undo && what !== "new")
            done.push({ ...undo, id, what, title, to, at: now, group, undoneAt: null });
        }
      });
      state.history = withDone(plain(state.history), done);
      state.restored = ++state.clock;
    },
    /**
     * The user submits a task's form. Its request carries the fields that the user has changed there, and
     * what the queue has not sent of the others.
     */
    saveStarted(state, { payload }: PayloadAction<SavedValues & { when: number }>) {
      const { id, title, from, to, group, when } = payload;
      state.clock = Math.max(state.clock, group);
      applyEvents(state, (apply) => {
        for (const [field, value] of Object.entries(to)) {
          const what = field as Field;
          const own = plain(state.entries)[id]?.[what];
          const shown = own && own.phase !== "confirmed" ? shownIn(own) : null;
          const isChosen = value !== from[what];
          if (!isChosen && shown?.value !== value) continue;
          const at = ++state.clock;
          const want =
            isChosen || !shown
              ? { value, title, at, when, group }
              : { ...wantedIn({ sentAt: 0, ...shown }), at };
          const server = from[what] === undefined ? [] : [from[what]];
          apply(id, what, { type: "submitted", want, from: server });
        }
      });
    },
    /** `changes`: the values that its request has carried. */
    saved(state, { payload }: PayloadAction<Saved>) {
      const { id, title, from, to, group, canUndo, changes, etag } = payload;
      const now = ++state.clock;
      applyToAll(state, changes, ({ at }) => ({
        type: "confirmed",
        at,
        now,
        ...(etag && { etag }),
      }));
      const done = changes.flatMap(({ what, at }): DoneChange[] => {
        const [before = null, after = null] = [from[what as Field], to[what as Field]];
        if (before === after) return [];
        const values = { from: before, to: after };
        return [{ id, what: what as Field, title, ...values, at, group, undoneAt: null }];
      });
      if (canUndo) state.history = withDone(plain(state.history), done);
      endShown(state);
    },
    /** The form keeps its text. `isUnknown`: the server may have applied it. */
    saveFailed(state, { payload }: PayloadAction<Sent & { isUnknown: boolean }>) {
      const now = ++state.clock;
      applyToAll(state, payload.changes, ({ at, what }) =>
        payload.isUnknown
          ? { type: "doubted", at, now, readFirst: mustRead(what), isUnapplied: false }
          : { type: "refused", at },
      );
      endShown(state);
    },
    /** These changes can no longer be undone. */
    undoGivenUp(state, { payload }: PayloadAction<{ at: readonly number[] }>) {
      state.history = state.history.filter(({ at }) => !payload.at.includes(at));
    },
    /** The user discards a new task that was refused. */
    discarded(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      applyEvents(state, (apply) => void apply(id, "new", { type: "discarded" }));
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(refused, (state, { payload }) => {
        const { changes, requestId: _cause, isLast, ...result } = payload;
        applyToAll(state, changes, ({ at }) => ({ type: "refused", at, ...result }));
        if (isLast) forget(state, changes);
        endShown(state);
      })
      .addCase(resolved, (state, { payload }) => {
        const since = payload.requested - 1;
        applyEvents(state, (apply) => {
          for (const { id, what, ...result } of payload.changes)
            apply(id, what, { type: "resolved", ...result, since });
        });
        forget(
          state,
          payload.changes.filter(({ outcome }) => outcome === "overtaken"),
        );
        endShown(state);
      });
    addQueueCases(builder, changeTable);
  },
});

export const {
  sent,
  confirmed,
  doubted,
  delayed,
  restored,
  saveStarted,
  saved,
  saveFailed,
  undoGivenUp,
  discarded,
} = wholeSlice.actions;
