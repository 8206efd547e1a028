import type { ListenerEffectAPI } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import { type CallError, isUnanswered, messagesOf } from "#api/errors.ts";
import type { AppExtra, StartListening, StoreDispatch } from "#session/appExtra.ts";
import { endedSession } from "#session/endedSession.ts";
import type { Bulk, BulkState } from "./bulk.ts";

/** The maximum number of concurrent calls of a bulk action. */
export const PARALLEL_CALLS = 4;

/** How a call ended. */
export interface BulkResult {
  error?: CallError;
  /** A retry would fail too. */
  isFinal?: boolean;
}

/** A feature's bulk actions. */
export interface BulkFeature<State, Action> {
  bulk: Bulk<Action>;
  select: (state: State) => BulkState<Action>;
  /** Makes the call of one row. */
  change: (id: string, action: Action, store: BulkStore<State>) => Promise<BulkResult>;
  /** The action that changes the rows back; null if the user isn't offered one. */
  inverse: (action: Action) => Action | null;
  /** Refetches the data that the action has changed. */
  refetch: (dispatch: StoreDispatch<State>) => void;
  words: {
    /** For example "Deactivating 3 users". */
    progress: (action: Action, count: number) => string;
    /** For example "3 users deactivated". */
    done: (action: Action, count: number) => string;
    /** For example "Undo deactivation of 3". */
    undo: (action: Action, count: number) => string;
    /** The reason of a failure for which the server gives none. */
    failure: string;
  };
}

interface BulkStore<State> {
  dispatch: StoreDispatch<State>;
  getState: () => State;
}

/** A summary such as "4 users deactivated, 2 failed, 1 left as they were". */
export function summaryOf({ ids, done, failed }: BulkState<unknown>, changed: string): string {
  const parts = [changed];
  if (failed.length > 0) parts.push(`${failed.length} failed`);
  const left = ids.length - done.length - failed.length;
  if (left > 0) parts.push(`${left} left as they were`);
  return parts.join(", ");
}

/** Why a row could not be changed. */
function reasonOf(error: CallError, failure: string): string {
  if (isUnanswered(error)) return "No response from the server";
  const [reason = failure] = messagesOf(error, failure);
  return reason;
}

/** Runs a feature's bulk actions, and shows a toast at the end of each. */
export function startBulkListeners<State, A>(
  startListening: StartListening<State>,
  feature: BulkFeature<State, A>,
): void {
  const { bulk, select, words } = feature;
  const { bulkRequested, bulkRetryRequested, bulkEnded } = bulk.actions;
  startListening({
    // Nothing starts if the machine ignored the event: only one bulk action runs at a time.
    predicate: (action, state, before) =>
      (bulkRequested.match(action) || bulkRetryRequested.match(action)) &&
      select(state) !== select(before),
    effect: (_action, listenerApi) => runBulk(feature, listenerApi),
  });

  startListening({
    predicate: (action, state, before) =>
      bulkEnded.match(action) && select(state) !== select(before),
    effect: (_action, { getState }) => {
      const run = select(getState());
      const { action, done, failed } = run;
      if (action === null) return;
      const text = summaryOf(run, words.done(action, done.length));
      if (failed.length > 0) toast.error(text);
      else toast.success(text);
    },
  });
}

/** Changes the rows of a bulk action, a few at a time. */
async function runBulk<State, A>(
  { bulk, select, change, words, refetch }: BulkFeature<State, A>,
  {
    dispatch,
    getState,
    extra,
  }: Pick<
    ListenerEffectAPI<State, StoreDispatch<State>, AppExtra>,
    "dispatch" | "getState" | "extra"
  >,
): Promise<void> {
  const { bulkItemChanged, bulkItemFailed, bulkStopRequested, bulkEnded } = bulk.actions;
  const { action, ids, done, failed } = select(getState());
  if (action === null) return;
  const reached = new Set([...done, ...failed.map(({ id }) => id)]);
  const waiting = ids.filter((id) => !reached.has(id)).values();
  /** Undefined once another user has signed in, who may have started another action. */
  const phase = () => {
    const run = select(getState());
    return run.ids === ids ? run.phase : undefined;
  };
  async function work(requested: A) {
    while (phase() === "running") {
      const { value: id } = waiting.next();
      if (id === undefined) return;
      const { error, isFinal } = await change(id, requested, { dispatch, getState });
      if (phase() === undefined) return;
      if (!error) dispatch(bulkItemChanged({ id }));
      // The session is over, so the other calls would fail too.
      else if (endedSession(error, extra)) dispatch(bulkStopRequested());
      else {
        const reason = reasonOf(error, words.failure);
        dispatch(bulkItemFailed({ id, reason, ...(isFinal && { isFinal }) }));
      }
    }
  }

  await Promise.all(Array.from({ length: PARALLEL_CALLS }, () => work(action)));
  if (phase() === undefined) return;
  dispatch(bulkEnded());
  refetch(dispatch);
}
