import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import type { User } from "#contract/user.ts";
import { run } from "#lib/machine.ts";
import { type BulkEvent, type BulkPhase, bulkTable } from "./bulkMachine.ts";

/** A user whom a bulk action could not change, and why. */
export interface BulkFailure {
  id: User["id"];
  reason: string;
}

/** Activating or deactivating many users: what is asked for, and how far it has come. */
export interface BulkState {
  phase: BulkPhase;
  /** What the users are to become: active, or inactive. */
  active: boolean;
  ids: readonly User["id"][];
  done: User["id"][];
  failed: BulkFailure[];
}

const AT_REST: BulkState = { phase: "idle", active: false, ids: [], done: [], failed: [] };

/** Takes the step that the table names, if it names one. */
function step(state: BulkState, event: BulkEvent): boolean {
  const next = run(bulkTable, state.phase, event);
  if (next) state.phase = next;
  return next !== undefined;
}

export const bulkSlice = createSlice({
  name: "bulk",
  initialState: AT_REST,
  reducers: {
    /** An admin asked to change these users. */
    bulkRequested(state, { payload }: PayloadAction<Pick<BulkState, "active" | "ids">>) {
      if (step(state, "bulkRequested")) Object.assign(state, payload, { done: [], failed: [] });
    },
    /** The same action once more, for those that failed. */
    bulkRetryRequested(state) {
      if (step(state, "bulkRetryRequested")) state.failed = [];
    },
    bulkUserChanged(state, { payload }: PayloadAction<User["id"]>) {
      if (step(state, "bulkUserChanged")) state.done.push(payload);
    },
    bulkUserFailed(state, { payload }: PayloadAction<BulkFailure>) {
      if (step(state, "bulkUserFailed")) state.failed.push(payload);
    },
    /** The calls that are out come to their end, no more are sent. */
    bulkStopRequested(state) {
      step(state, "bulkStopRequested");
    },
    bulkEnded(state) {
      step(state, "bulkEnded");
    },
    bulkResultDismissed(state) {
      if (step(state, "bulkResultDismissed")) Object.assign(state, AT_REST);
    },
  },
  extraReducers: (builder) => {
    // The user is another one, or nobody: what the former one did is none of theirs.
    builder.addCase(api.util.resetApiState, (state) => {
      if (step(state, "userLeft")) Object.assign(state, AT_REST);
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
