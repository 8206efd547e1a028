import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { queryRemoved } from "#api/rtkInternals.ts";
import type { Task } from "#contract/task.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import { applyEvents, applyToAll, endShown, plain } from "./applyEvents.ts";
import {
  allChanges,
  type CachedResponse,
  type Cause,
  type ChangeId,
  type ChangesState,
  type Field,
  type FieldValue,
  mustRead,
  type Neighbours,
  NO_CHANGES,
  type Stored,
  type Values,
  type Wanted,
  type What,
} from "./change.ts";
import { type Outcome, shownIn, wantedIn } from "./changeMachine.ts";
import { type DoneChange, withDone, withoutFailed, withUndone } from "./history.ts";
import { noteQuery } from "./responses.ts";

/** A task to change. */
export interface RequestedTask extends Omit<Wanted, "when" | "group"> {
  id: Task["id"];
  /** The value that the user sees. */
  shown: FieldValue;
  /** What the server has; undefined if no response has the task. */
  from: FieldValue | undefined;
  leaves?: Neighbours | undefined;
}

/** Changes that the user requested together, of the same field. */
export interface Requested {
  what: What;
  tasks: readonly RequestedTask[];
  by: Cause;
  group: number;
  when: number;
  cached: Readonly<Record<string, CachedResponse>>;
}

interface Sent {
  changes: readonly ChangeId[];
  /** For the developer tools. */
  requestId?: string;
}

/** What a response shows of a change with an unknown outcome. */
interface Resolution extends ChangeId {
  outcome: Outcome;
  /** The server's value, and the task's version. */
  value: FieldValue;
  etag?: string;
  /** Whether the task itself was read. */
  isTask?: boolean;
}

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

function addResponses(state: ChangesState, cached: Requested["cached"]): void {
  for (const [key, response] of Object.entries(cached)) state.responses[key] ??= { ...response };
}

/** Changes that failed can't be undone. */
function forget(state: ChangesState, failed: readonly ChangeId[]): void {
  state.history = withoutFailed(plain(state.history), failed);
}

/** The unconfirmed changes of tasks, what the server has confirmed of them, and what can be undone. */
export const changesSlice = createSlice({
  name: "changes",
  initialState: NO_CHANGES,
  reducers: {
    queued(state, { payload }: PayloadAction<Requested>) {
      const { what, tasks, by, group, when, cached } = payload;
      const readFirst = by === "undo";
      addResponses(state, cached);
      const done: DoneChange[] = [];
      const undone = new Map<number, number>();
      applyEvents(state, (apply) => {
        for (const { id, shown, from, leaves, ...requested } of tasks) {
          const { at, value, title, undoes } = requested;
          const want: Wanted = {
            ...requested,
            when,
            group,
            ...(readFirst && { isReadFirst: true }),
          };
          apply(id, what, { type: "queued", want, from, readFirst, now: at });
          if (undoes !== undefined) undone.set(undoes, at);
          else if (what !== "new") {
            const change = { id, what, title, from: shown, to: value, at, group, undoneAt: null };
            done.push({ ...change, ...(leaves && { leaves }) });
          }
        }
      });
      state.clock = Math.max(state.clock, ...tasks.slice(-1).map(({ at }) => at));
      state.history = withUndone(withDone(plain(state.history), done), undone);
    },
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
    /** `isLast`: the user has chosen no other value since. */
    refused(state, { payload }: PayloadAction<Sent & { isLast: boolean; reason?: string }>) {
      const { changes, requestId: _cause, isLast, ...result } = payload;
      applyToAll(state, changes, ({ at }) => ({ type: "refused", at, ...result }));
      if (isLast) forget(state, changes);
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
    /** The task or the board was read, in a response that was requested at `requested`. */
    resolved(
      state,
      { payload }: PayloadAction<{ changes: readonly Resolution[]; requested: number }>,
    ) {
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
    /** The user discards all changes that were not sent, to sign out. */
    allDiscarded: ({ clock }) => ({ ...NO_CHANGES, clock }),
    /** Another user is signed in now. The former user's changes leave before anything can send them. */
    otherUserArrived: ({ clock }) => ({ ...NO_CHANGES, clock }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(connectionRestored, (state) => {
        const now = ++state.clock;
        applyEvents(state, (apply) => {
          for (const { id, what, change } of allChanges(plain(state.entries))) {
            // A running move is confirmed, or its response is lost.
            const { phase } = change;
            const isWaiting = phase === "queued" || phase === "unsure";
            if ((isWaiting && what !== "new") || mustRead(what, shownIn(change)))
              apply(id, what, { type: "returned", now });
          }
        });
        state.restored = ++state.clock;
      })
      .addCase(queryRemoved, (state, { payload }) => {
        delete state.responses[payload.queryCacheKey];
        endShown(state);
      })
      // Another session must not inherit changes.
      .addMatcher(api.util.resetApiState.match, ({ clock }) => ({ ...NO_CHANGES, clock }))
      .addDefaultCase((state, action) => {
        if (noteQuery(state, action)) endShown(state);
      });
  },
});

export const {
  queued,
  sent,
  confirmed,
  refused,
  doubted,
  delayed,
  resolved,
  restored,
  saveStarted,
  saved,
  saveFailed,
  undoGivenUp,
  discarded,
  allDiscarded,
  otherUserArrived,
} = changesSlice.actions;
