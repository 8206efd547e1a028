import {
  type ActionReducerMapBuilder,
  createAction,
  createSlice,
  type PayloadAction,
} from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { queryRemoved } from "#api/rtkInternals.ts";
import type { Task } from "#contract/shapes/task.ts";
import type { Cause } from "#features/board/data/boardSlice.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import { applyEvents, endShown, plain } from "./applyEvents.ts";
import {
  allChanges,
  type CachedResponse,
  type ChangeId,
  type ChangesState,
  type FieldValue,
  mustRead,
  type Neighbours,
  NO_CHANGES,
  type Wanted,
  type What,
} from "./change.ts";
import { type DoneChange, withDone, withUndone } from "./history.ts";
import { type Outcome, type Steps, shownIn } from "./pendingChange.ts";
import { noteQuery } from "./responses.ts";
import { firstSteps } from "./steps/firstSteps.ts";

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

/** An outcome of changes. */
export interface Sent {
  changes: readonly ChangeId[];
  /** The form's request that carries them. */
  form?: string;
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

/** The server has refused changes. `isLast`: the user has chosen no other value since. */
export const refused = createAction<Sent & { isLast: boolean; reason?: string }>("changes/refused");

/** The task or the board was read, in a response that was requested at `requested`. */
export const resolved = createAction<{ changes: readonly Resolution[]; requested: number }>(
  "changes/resolved",
);

/** Notes responses that the state doesn't know. */
export function addResponses(state: ChangesState, cached: Requested["cached"]): void {
  for (const [key, response] of Object.entries(cached)) state.responses[key] ??= { ...response };
}

/**
 * What the user requests, by a table of steps: that of the first screen (`firstSteps`), or the whole one.
 */
export const queueReducers = (steps: Steps) => ({
  queued(state: ChangesState, { payload }: PayloadAction<Requested>) {
    const { what, tasks, by, group, when, cached } = payload;
    const readFirst = by === "undo";
    addResponses(state, cached);
    const done: DoneChange[] = [];
    const undone = new Map<number, number>();
    applyEvents(state, steps, (apply) => {
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
  /** The user discards all changes that were not sent, to sign out. */
  allDiscarded: ({ clock }: ChangesState) => ({ ...NO_CHANGES, clock }),
  /** Another user is signed in now. The former user's changes leave before anything can send them. */
  otherUserArrived: ({ clock }: ChangesState) => ({ ...NO_CHANGES, clock }),
});

/** What the connection and the queries do to changes, by a table of steps. */
export function addQueueCases(builder: ActionReducerMapBuilder<ChangesState>, steps: Steps): void {
  builder
    .addCase(connectionRestored, (state) => {
      const now = ++state.clock;
      applyEvents(state, steps, (apply) => {
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
      endShown(state, steps);
    })
    // Another session must not inherit changes.
    .addMatcher(api.util.resetApiState.match, ({ clock }) => ({ ...NO_CHANGES, clock }))
    .addDefaultCase((state, action) => {
      if (noteQuery(state, action)) endShown(state, steps);
    });
}

/**
 * The user's changes of tasks until the code that sends them has loaded. `wholeSlice.ts` then takes the
 * state over.
 */
export const changesSlice = createSlice({
  name: "changes",
  initialState: NO_CHANGES,
  reducers: queueReducers(firstSteps),
  extraReducers: (builder) => addQueueCases(builder, firstSteps),
});

export const { queued, allDiscarded, otherUserArrived } = changesSlice.actions;
