import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import type { User } from "#contract/user.ts";
import { run } from "#lib/machine.ts";
import { type BulkEvent, type BulkPhase, bulkTable } from "./bulkMachine.ts";

/** Why a bulk action could not change a user. */
export interface BulkFailure {
  id: User["id"];
  reason: string;
}

/** A bulk action that activates or deactivates users, with its progress. */
export interface BulkState {
  phase: BulkPhase;
  /** True: it activates users. False: it deactivates them. */
  active: boolean;
  ids: readonly User["id"][];
  done: User["id"][];
  failed: BulkFailure[];
}

const IDLE: BulkState = { phase: "idle", active: false, ids: [], done: [], failed: [] };

/** Enters the next phase of the table. Returns whether there is one. */
function step(state: BulkState, event: BulkEvent): boolean {
  const next = run(bulkTable, state.phase, event);
  if (next) state.phase = next;
  return next !== undefined;
}

export const bulkSlice = createSlice({
  name: "bulk",
  initialState: IDLE,
  reducers: {
    bulkRequested(state, { payload }: PayloadAction<Pick<BulkState, "active" | "ids">>) {
      if (step(state, "bulkRequested")) Object.assign(state, payload, { done: [], failed: [] });
    },
    bulkRetryRequested(state) {
      if (step(state, "bulkRetryRequested")) state.failed = [];
    },
    bulkUserChanged(state, { payload }: PayloadAction<User["id"]>) {
      if (step(state, "bulkUserChanged")) state.done.push(payload);
    },
    bulkUserFailed(state, { payload }: PayloadAction<BulkFailure>) {
      if (step(state, "bulkUserFailed")) state.failed.push(payload);
    },
    /** Running calls continue, but no more are sent. */
    bulkStopRequested(state) {
      step(state, "bulkStopRequested");
    },
    bulkEnded(state) {
      step(state, "bulkEnded");
    },
    bulkResultDismissed(state) {
      if (step(state, "bulkResultDismissed")) Object.assign(state, IDLE);
    },
  },
  extraReducers: (builder) => {
    // Another user's session must not inherit the action.
    builder.addCase(api.util.resetApiState, (state) => {
      if (step(state, "userLeft")) Object.assign(state, IDLE);
    });
  },
});

export const {
  bulkRequested,
  bulkRetryRequested,
  bulkUserChanged,
  bulkUserFailed,
  bulkStopRequested,
  bulkEnded,
  bulkResultDismissed,
} = bulkSlice.actions;

/** The part of the store's state that this feature reads. */
export interface WithBulk {
  bulk: BulkState;
}

export const selectBulk = ({ bulk }: WithBulk): BulkState => bulk;
