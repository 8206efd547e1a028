import { createSlice, isAnyOf, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import type { Task } from "#contract/task.ts";
import { movesDiscarded } from "#features/board/moves/boardSlice.ts";
import { otherUserArrived } from "#features/board/outbox/otherUser.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import { withoutFailed, withoutTasks, withUndo } from "./editHistory.ts";
import { afterEditEvent, type EditEvent, type FieldValue, shownValue } from "./editMachine.ts";
import { editsApi } from "./editsApi.ts";
import { type EditedField, type EditedValues, type EditsState, NO_EDITS } from "./editsState.ts";
import type { StoredEdit } from "./storedEdit.ts";
import { arrived, type CachedResponse, isQuery } from "./taskQueries.ts";

/** A field of a task. `at` is the `WantedValue.at` of its edit. */
interface At {
  taskId: Task["id"];
  field: EditedField;
  at: number;
}

/** A task to change, with the value that its user sees. */
export interface RequestedTask {
  id: Task["id"];
  title: string;
  from: FieldValue;
}

interface Requested {
  field: EditedField;
  to: FieldValue;
  tasks: readonly RequestedTask[];
  boardClock: number;
  /** The cached responses with tasks, which may be older than this code. */
  cached: readonly CachedResponse[];
  /** The `DoneEdit.at` of the edit to undo. */
  undoes?: number;
  /** As in `WantedValue`. */
  when: number;
}

interface Restored extends Pick<Requested, "boardClock" | "cached"> {
  edits: readonly StoredEdit[];
}

/** The length of the undo history. */
const MAX_UNDOABLE_EDITS = 50;

function showPending(state: EditsState, taskId: string): void {
  const fields = Object.entries(state.pending[taskId] ?? {});
  const values = fields.map(([field, edit]) => [field, shownValue(edit)?.value]);
  const { [taskId]: _before, ...others } = state.shown;
  if (fields.length === 0) delete state.pending[taskId];
  state.shown =
    fields.length === 0
      ? others
      : { ...others, [taskId]: Object.fromEntries(values) as EditedValues };
}

function record(
  state: EditsState,
  { taskId, field }: Pick<At, "taskId" | "field">,
  event: EditEvent,
): void {
  const before = state.pending[taskId]?.[field] ?? { phase: "settled" };
  const after = afterEditEvent(before, event);
  if (after === before) return;
  const fields = { ...state.pending[taskId] };
  if (after.phase === "settled") delete fields[field];
  else fields[field] = after;
  state.pending[taskId] = fields;
  showPending(state, taskId);
}

/** An edit ends when no cached response is older than it. */
function settleShown(state: EditsState): void {
  const responses = Object.values(state.arrived);
  for (const [taskId, fields] of Object.entries(state.pending)) {
    const own = responses.filter((one) => one.taskId === null || one.taskId === taskId);
    const oldest = Math.min(state.clock + 1, ...own.map(({ requested }) => requested));
    for (const field of Object.keys(fields) as EditedField[]) {
      record(state, { taskId, field }, { type: "responsesArrived", oldest });
    }
  }
}

/** The edits in place, and the values that they show. */
export const editsSlice = createSlice({
  name: "edits",
  initialState: NO_EDITS,
  reducers: {
    /** The same value for one task or several. */
    editRequested: {
      prepare: (requested: Omit<Requested, "when">) => ({
        payload: { ...requested, when: Date.now() },
      }),
      reducer(state, { payload }: PayloadAction<Requested>) {
        const { field, to, tasks, boardClock, cached, undoes, when } = payload;
        for (const query of cached) state.arrived[query.queryCacheKey] ??= arrived(query, 0);
        const done = tasks.map(({ id, title, from }) => {
          const now = ++state.clock;
          const event: EditEvent = {
            type: "editRequested",
            base: from,
            value: to,
            title,
            when,
            now,
          };
          record(state, { taskId: id, field }, event);
          return { id, title, from, at: now };
        });
        const [first] = done;
        if (!first) return;
        state.history =
          undoes === undefined
            ? [...state.history, { at: first.at, field, to, tasks: done, boardClock }].slice(
                -MAX_UNDOABLE_EDITS,
              )
            : withUndo(state.history, undoes, done);
      },
    },
    /**
     * Edits that the outbox has kept, from before a reload or of a closed tab. Those with equal
     * values share a toast and an Undo.
     */
    editsRestored(state, { payload }: PayloadAction<Restored>) {
      const { edits, boardClock, cached } = payload;
      for (const query of cached) state.arrived[query.queryCacheKey] ??= arrived(query, 0);
      for (const { taskId, field, value, title, base, earlier, when = 0, sent } of edits) {
        const now = ++state.clock;
        const known = {
          ...(base !== undefined && { base }),
          ...(earlier !== undefined && { earlier }),
        };
        const edit = { value, title, when, sent, ...known };
        record(state, { taskId, field }, { type: "editRestored", edit, now });
        const after = state.pending[taskId]?.[field];
        // A newer edit of this tab is kept instead. Undo needs the former value.
        if (!after || shownValue(after)?.at !== now || base === undefined) continue;
        const task = { id: taskId, title, from: base, at: now };
        const group = state.history.find(
          (done) => done.isRestored && done.field === field && done.to === value,
        );
        if (group) group.tasks.push(task);
        else
          state.history.push({
            at: now,
            field,
            to: value,
            tasks: [task],
            boardClock,
            isRestored: true,
          });
      }
    },
    editSent(state, { payload }: PayloadAction<At>) {
      record(state, payload, { type: "editSent", at: payload.at });
    },
    editRejected(state, { payload }: PayloadAction<At>) {
      record(state, payload, { type: "editRejected", at: payload.at });
      state.history = withoutFailed(state.history, payload.at);
    },
    editUnanswered(state, { payload }: PayloadAction<At>) {
      record(state, payload, { type: "editUnanswered", at: payload.at });
    },
    /** The server is busy, and takes the value later. */
    editDelayed(state, { payload }: PayloadAction<At>) {
      record(state, payload, { type: "editDelayed", at: payload.at });
    },
    taskRead(state, { payload }: PayloadAction<At & { value: FieldValue }>) {
      const { taskId, field, at, value } = payload;
      const now = ++state.clock;
      const before = state.pending[taskId]?.[field];
      record(state, payload, { type: "taskRead", at, value, now });
      // Another user's later change stays.
      const gaveWay = before?.phase === "unsure" && !state.pending[taskId]?.[field];
      if (gaveWay) state.history = withoutFailed(state.history, at);
    },
    /** These tasks of an edit can no longer be undone. */
    undoGivenUp(state, { payload }: PayloadAction<{ at: number; ids: readonly Task["id"][] }>) {
      state.history = withoutTasks(
        state.history,
        (task, done) => done.at === payload.at && payload.ids.includes(task.id),
      );
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(api.internalActions.removeQueryResult, (state, { payload }) => {
        delete state.arrived[payload.queryCacheKey];
        settleShown(state);
      })
      .addCase(connectionRestored, (state) => {
        for (const [taskId, fields] of Object.entries(state.pending)) {
          for (const field of Object.keys(fields) as EditedField[]) {
            record(state, { taskId, field }, { type: "connectionReturned" });
          }
        }
      })
      .addCase(movesDiscarded, ({ clock }) => ({ ...NO_EDITS, clock }))
      // Runs before the call's tags cause refetches, so that these count as newer.
      .addMatcher(editsApi.endpoints.patchTask.matchFulfilled, (state, { meta }) => {
        const { id: taskId, patch, at } = meta.arg.originalArgs;
        const now = ++state.clock;
        for (const field of Object.keys(patch) as EditedField[]) {
          if (at !== undefined)
            record(state, { taskId, field }, { type: "editConfirmed", at, now });
        }
      })
      // Another user's session must not inherit edits.
      .addMatcher(isAnyOf(api.util.resetApiState, otherUserArrived), ({ clock }) => ({
        ...NO_EDITS,
        clock,
      }))
      .addMatcher(isQuery("pending"), (state, { meta }) => {
        state.requested[meta.requestId] = ++state.clock;
      })
      .addMatcher(isQuery("fulfilled"), (state, { meta }) => {
        const requested = state.requested[meta.requestId] ?? 0;
        state.arrived[meta.arg.queryCacheKey] = arrived(meta.arg, requested);
        settleShown(state);
      })
      .addMatcher(isAnyOf(isQuery("fulfilled"), isQuery("rejected")), (state, { meta }) => {
        delete state.requested[meta.requestId];
      });
  },
});

export const {
  editRequested,
  editsRestored,
  editSent,
  editRejected,
  editUnanswered,
  editDelayed,
  taskRead,
  undoGivenUp,
} = editsSlice.actions;
