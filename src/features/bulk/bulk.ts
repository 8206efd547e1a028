import { createAction, type UnknownAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { transition } from "#lib/machine.ts";
import { type BulkEvent, type BulkPhase, bulkTable } from "./bulkMachine.ts";

/** Why a bulk action could not change a row. */
export interface BulkFailure {
  id: string;
  reason: string;
  /** A retry would fail too. */
  isFinal?: boolean;
}

/**
 * A bulk action with its progress. `action` is what the user asked for; null while there is none. `ids`
 * are its rows, `done` those that it has changed.
 */
export interface BulkState<Action> {
  phase: BulkPhase;
  action: Action | null;
  ids: readonly string[];
  done: readonly string[];
  failed: readonly BulkFailure[];
}

/**
 * The actions and the reducer of a feature's bulk actions: one runs at a time.
 *
 * @param name the key of its state, and the prefix of its actions
 */
export function createBulk<Action>(name: string) {
  type State = BulkState<Action>;
  const idle: State = { phase: "idle", action: null, ids: [], done: [], failed: [] };
  const event = (type: BulkEvent) => `${name}/${type}`;
  const actions = {
    bulkRequested: createAction<Pick<State, "ids"> & { action: Action }>(event("bulkRequested")),
    bulkRetryRequested: createAction(event("bulkRetryRequested")),
    bulkItemChanged: createAction<Pick<BulkFailure, "id">>(event("bulkItemChanged")),
    bulkItemFailed: createAction<BulkFailure>(event("bulkItemFailed")),
    /** Running calls continue, but no more are made. */
    bulkStopRequested: createAction(event("bulkStopRequested")),
    bulkEnded: createAction(event("bulkEnded")),
    bulkResultDismissed: createAction(event("bulkResultDismissed")),
  };

  /** Enters the next phase of the table, if there is one. */
  function step(state: State, type: BulkEvent, change: Partial<State> = {}): State {
    const phase = transition(bulkTable, state.phase, type);
    return phase ? { ...state, ...change, phase } : state;
  }

  function reducer(state: State | undefined = idle, action: UnknownAction): State {
    const { done, failed } = state;
    if (actions.bulkRequested.match(action)) {
      return step(state, "bulkRequested", { ...action.payload, done: [], failed: [] });
    }
    if (actions.bulkRetryRequested.match(action)) {
      const kept = failed.filter(({ isFinal }) => isFinal);
      return step(state, "bulkRetryRequested", { failed: kept });
    }
    if (actions.bulkItemChanged.match(action)) {
      return step(state, "bulkItemChanged", { done: [...done, action.payload.id] });
    }
    if (actions.bulkItemFailed.match(action)) {
      return step(state, "bulkItemFailed", { failed: [...failed, action.payload] });
    }
    if (actions.bulkStopRequested.match(action)) return step(state, "bulkStopRequested");
    if (actions.bulkEnded.match(action)) return step(state, "bulkEnded");
    if (actions.bulkResultDismissed.match(action)) return step(state, "bulkResultDismissed", idle);
    // Another user's session must not inherit the action.
    if (api.util.resetApiState.match(action)) return step(state, "userLeft", idle);
    return state;
  }

  return { name, actions, reducer };
}

export type Bulk<Action> = ReturnType<typeof createBulk<Action>>;
