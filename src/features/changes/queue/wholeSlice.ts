import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { applyEvents, endShown, plain } from "./applyEvents.ts";
import { type ChangeId, type ChangesState, mustRead, NO_CHANGES, type Stored } from "./change.ts";
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
import { applyToAll, formReducers } from "./formReducers.ts";
import { type DoneChange, withDone, withoutFailed } from "./history.ts";
import { shownIn } from "./pendingChange.ts";

/** The number of created tasks whose keys are still known. */
const CREATED_MAX = 100;

/** Changes that failed can't be undone. */
function forget(state: ChangesState, failed: readonly ChangeId[]): void {
  state.history = withoutFailed(plain(state.history), failed);
}

/** Notes whether the form's request runs. */
function noteForm(state: ChangesState, { form }: Sent, isRunning: boolean): void {
  const request = form === undefined ? undefined : state.forms[form];
  if (request) request.isRunning = isRunning;
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
    ...formReducers,
    sent(state, { payload }: PayloadAction<Sent & { requestId: string }>) {
      noteForm(state, payload, true);
      const now = ++state.clock;
      applyToAll(state, payload.changes, ({ at }) => ({ type: "sent", at, now }));
    },
    confirmed(state, { payload }: PayloadAction<Sent & { createdId?: string; etag?: string }>) {
      const now = ++state.clock;
      const { changes, requestId: _cause, ...result } = payload;
      const [first] = changes;
      if (first && result.createdId !== undefined) {
        const others = Object.entries(state.created ?? {}).slice(1 - CREATED_MAX);
        state.created = Object.fromEntries([...others, [first.id, result.createdId]]);
      }
      applyToAll(state, changes, ({ at }) => ({
        type: "confirmed",
        at,
        now,
        ...result,
      }));
      endShown(state, changeTable);
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
      noteForm(state, payload, false);
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
      applyEvents(state, changeTable, (apply) => {
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
    /** These changes can no longer be undone. */
    undoGivenUp(state, { payload }: PayloadAction<{ at: readonly number[] }>) {
      state.history = state.history.filter(({ at }) => !payload.at.includes(at));
    },
    /** The user discards a new task that was refused. */
    discarded(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      applyEvents(state, changeTable, (apply) => void apply(id, "new", { type: "discarded" }));
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(refused, (state, { payload }) => {
        const { changes, requestId: _cause, isLast, ...result } = payload;
        applyToAll(state, changes, ({ at }) => ({ type: "refused", at, ...result }));
        if (isLast) forget(state, changes);
        endShown(state, changeTable);
      })
      .addCase(resolved, (state, { payload }) => {
        const since = payload.requested - 1;
        applyEvents(state, changeTable, (apply) => {
          for (const { id, what, ...result } of payload.changes)
            apply(id, what, { type: "resolved", ...result, since });
        });
        forget(
          state,
          payload.changes.filter(({ outcome }) => outcome === "overtaken"),
        );
        endShown(state, changeTable);
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
  submitted,
  saved,
  saveFailed,
  undoGivenUp,
  discarded,
} = wholeSlice.actions;
