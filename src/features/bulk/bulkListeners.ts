import type { ListenerEffectAPI } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import { type CallError, isUnanswered, messagesOf } from "#api/errors.ts";
import type { AppExtra, StartListening, StoreDispatch } from "#session/appExtra.ts";
import { endedSession } from "#session/endedSession.ts";
import type { Bulk, BulkItem, BulkState } from "./bulk.ts";

/** The maximum number of concurrent calls of a bulk action. */
export const PARALLEL_CALLS = 4;

/** How a call ended. `undo` is the change that reverts it; null if nothing can. */
export type BulkResult<Change> =
  | { undo: Change | null; error?: undefined }
  | { error: NonNullable<CallError>; isFinal?: boolean };

/** A feature's bulk actions. */
export interface BulkFeature<State, Action, Change> {
  bulk: Bulk<Action, Change>;
  select: (state: State) => BulkState<Action, Change>;
  /** Sends the call of one row. */
  send: (
    item: BulkItem<Change>,
    store: { dispatch: StoreDispatch<State>; getState: () => State },
  ) => Promise<BulkResult<Change>>;
  /** The reason of a failure for which the server gives none. */
  failure: string;
  /** The text of the toast that ends the action. */
  summary: (run: BulkState<Action, Change>) => string;
  /** Refetches the data that the action has changed. */
  refetch: (dispatch: StoreDispatch<State>) => void;
}

/** A summary such as "4 users deactivated, 2 failed, 1 left as they were". */
export function summaryOf<A, C>(
  { items, done, failed }: BulkState<A, C>,
  changed: (count: number) => string,
): string {
  const parts = [changed(done.length)];
  if (failed.length > 0) parts.push(`${failed.length} failed`);
  const left = items.length - done.length - failed.length;
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
export function startBulkListeners<State, A, C>(
  startListening: StartListening<State>,
  feature: BulkFeature<State, A, C>,
): void {
  const { bulk, select, summary } = feature;
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
      if (run.failed.length > 0) toast.error(summary(run));
      else toast.success(summary(run));
    },
  });
}

/** Changes the rows of a bulk action, a few at a time. */
async function runBulk<State, A, C>(
  { bulk, select, send, failure, refetch }: BulkFeature<State, A, C>,
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
  const { items, done, failed } = select(getState());
  const reached = new Set([...done, ...failed].map(({ id }) => id));
  const waiting = items.filter(({ id }) => !reached.has(id)).values();
  /** Undefined once another user has signed in, who may have started another action. */
  const phase = () => {
    const run = select(getState());
    return run.items === items ? run.phase : undefined;
  };
  async function work() {
    while (phase() === "running") {
      const { value: item } = waiting.next();
      if (!item) return;
      const result = await send(item, { dispatch, getState });
      if (phase() === undefined) return;
      const { id } = item;
      if (!result.error) dispatch(bulkItemChanged({ id, undo: result.undo }));
      // The session is over, so the other calls would fail too.
      else if (endedSession(result.error, extra)) dispatch(bulkStopRequested());
      else {
        const reason = reasonOf(result.error, failure);
        dispatch(bulkItemFailed({ id, reason, ...(result.isFinal && { isFinal: true }) }));
      }
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_CALLS }, work));
  if (phase() === undefined) return;
  dispatch(bulkEnded());
  refetch(dispatch);
}
