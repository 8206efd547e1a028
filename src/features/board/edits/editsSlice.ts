import { createSlice, isAnyOf, type PayloadAction, type UnknownAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import type { Task } from "#contract/task.ts";
import { movesDiscarded } from "#features/board/moves/boardSlice.ts";
import { afterEditEvent, type EditEvent, type FieldValue, shownValue } from "./editMachine.ts";
import { editsApi } from "./editsApi.ts";
import {
  type ArrivedResponse,
  type DoneEdit,
  type EditedField,
  type EditedValues,
  type EditsState,
  NO_EDITS,
} from "./editsState.ts";
import type { StoredEdit } from "./storedEdit.ts";

/** A field of a task. `at` is the `WantedValue.at` of its edit. */
interface At {
  taskId: Task["id"];
  field: EditedField;
  at: number;
}

/** A query in the cache. */
export interface CachedResponse {
  endpointName: string;
  queryCacheKey: string;
  originalArgs?: unknown;
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
}

interface Restored extends Pick<Requested, "boardClock" | "cached"> {
  edits: readonly StoredEdit[];
}

/** The length of the undo history. */
const MAX_UNDOABLE_EDITS = 50;

/** The queries that show tasks and are refetched after an edit. */
const SHOWING = new Set(["getBoard", "searchTasks", "getTask"]);

export const isShowing = ({ endpointName }: CachedResponse): boolean => SHOWING.has(endpointName);

interface QueryAction extends UnknownAction {
  meta: { requestId: string; arg: CachedResponse };
}

function arrived({ originalArgs }: CachedResponse, requested: number): ArrivedResponse {
  return { requested, taskId: typeof originalArgs === "string" ? originalArgs : null };
}

const isQuery = (stage: "pending" | "fulfilled" | "rejected") => {
  const type = `${api.reducerPath}/executeQuery/${stage}`;
  return (action: UnknownAction): action is QueryAction => {
    if (action.type !== type) return false;
    return isShowing((action as QueryAction).meta.arg);
  };
};

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

/**
 * The history without a failed or superseded edit. If that was an Undo, the edit that it undid can
 * be undone again.
 */
function withoutFailed(history: readonly DoneEdit[], at: number): DoneEdit[] {
  return history
    .map((done) => ({ ...done, tasks: done.tasks.filter((task) => task.at !== at) }))
    .filter(({ tasks }) => tasks.length > 0);
}

/** The edits in place, and the values that they show. */
export const editsSlice = createSlice({
  name: "edits",
  initialState: NO_EDITS,
  reducers: {
    /** The same value for one task or several. */
    editRequested(state, { payload }: PayloadAction<Requested>) {
      const { field, to, tasks, boardClock, cached, undoes } = payload;
      for (const query of cached) state.arrived[query.queryCacheKey] ??= arrived(query, 0);
      const done = tasks.map(({ id, title, from }) => {
        const now = ++state.clock;
        const event: EditEvent = { type: "editRequested", base: from, value: to, title, now };
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
          : state.history.filter(({ at }) => at !== undoes);
    },
    /**
     * Edits that the outbox has kept from before a reload. Those with equal values share a toast
     * and an Undo.
     */
    editsRestored(state, { payload }: PayloadAction<Restored>) {
      const { edits, boardClock, cached } = payload;
      for (const query of cached) state.arrived[query.queryCacheKey] ??= arrived(query, 0);
      for (const { taskId, field, value, title, base, earlier } of edits) {
        const now = ++state.clock;
        const known = {
          ...(base !== undefined && { base }),
          ...(earlier !== undefined && { earlier }),
        };
        const edit = { value, title, ...known };
        record(state, { taskId, field }, { type: "editRestored", edit, now });
        const after = state.pending[taskId]?.[field];
        const isTaken = after?.phase === "unsure" && after.sent.at === now;
        // Undo needs the former value.
        if (!isTaken || base === undefined) continue;
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
    taskRead(state, { payload }: PayloadAction<At & { value: FieldValue }>) {
      const { taskId, field, at, value } = payload;
      const now = ++state.clock;
      const before = state.pending[taskId]?.[field];
      record(state, payload, { type: "taskRead", at, value, now });
      // Another user's later change stays.
      const gaveWay = before?.phase === "unsure" && !state.pending[taskId]?.[field];
      if (gaveWay) state.history = withoutFailed(state.history, at);
    },
    undoGivenUp(state, { payload }: PayloadAction<{ at: number }>) {
      state.history = state.history.filter(({ at }) => at !== payload.at);
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(api.internalActions.removeQueryResult, (state, { payload }) => {
        delete state.arrived[payload.queryCacheKey];
        settleShown(state);
      })
      .addCase(movesDiscarded, ({ clock }) => ({ ...NO_EDITS, clock }))
      // Another user's session must not inherit edits.
      .addCase(api.util.resetApiState, ({ clock }) => ({ ...NO_EDITS, clock }))
      // Runs before the call's tags cause refetches, so that these count as newer.
      .addMatcher(editsApi.endpoints.patchTask.matchFulfilled, (state, { meta }) => {
        const { id: taskId, patch, at } = meta.arg.originalArgs;
        const now = ++state.clock;
        for (const field of Object.keys(patch) as EditedField[]) {
          if (at !== undefined)
            record(state, { taskId, field }, { type: "editConfirmed", at, now });
        }
      })
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
  taskRead,
  undoGivenUp,
} = editsSlice.actions;
