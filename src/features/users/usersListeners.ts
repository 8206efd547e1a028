import type { ListenerEffectAPI } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import { api, type WithApi } from "#api/api.ts";
import { type CallError, isUnanswered, messagesOf } from "#api/errors.ts";
import { countOf } from "#lib/formatCount.ts";
import type { AppExtra, StartListening, StoreDispatch } from "#session/appExtra.ts";
import { endedSession } from "#session/endedSession.ts";
import { startCallToasts } from "#sync/connection/callToasts.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { isReportable } from "#sync/connection/errorSuppression.ts";
import {
  type BulkState,
  bulkEnded,
  bulkRequested,
  bulkRetryRequested,
  bulkStopRequested,
  bulkUserChanged,
  bulkUserFailed,
  selectBulk,
  type WithBulk,
} from "./bulkSlice.ts";
import { usersApi } from "./usersApi.ts";

type State = WithApi & WithBulk & WithConnection;

/** The maximum number of concurrent calls of a bulk action. */
export const PARALLEL_CALLS = 4;

type BulkListenerApi = Pick<
  ListenerEffectAPI<State, StoreDispatch<State>, AppExtra>,
  "dispatch" | "getState" | "extra"
>;

const { getUsers, updateUser, deleteUser } = usersApi.endpoints;

/** The text of a bulk action's toast. */
export function bulkSummary(run: BulkState): string {
  const verb = run.active ? "activated" : "deactivated";
  const parts = [`${countOf(run.done.length, "user")} ${verb}`];
  if (run.failed.length > 0) parts.push(`${run.failed.length} failed`);
  const left = run.ids.length - run.done.length - run.failed.length;
  if (left > 0) parts.push(`${left} left as they were`);
  return parts.join(", ");
}

/** Why a user could not be changed. */
function reasonOf(error: CallError): string {
  if (isUnanswered(error)) return "No answer from the server";
  const [reason = "Failed to update user"] = messagesOf(error, "Failed to update user");
  return reason;
}

/** Runs bulk actions, and shows toasts for the calls about users (§8). */
export function startUsersListeners(startListening: StartListening<State>): void {
  startListening({
    // Nothing starts if the machine ignored the event: only one bulk action runs at a time.
    predicate: (action, state, before) =>
      (bulkRequested.match(action) || bulkRetryRequested.match(action)) &&
      selectBulk(state) !== selectBulk(before),
    effect: (_action, listenerApi) => runBulkAction(listenerApi),
  });

  startListening({
    predicate: (action, state, before) =>
      bulkEnded.match(action) && selectBulk(state) !== selectBulk(before),
    effect: (_action, { getState }) => {
      const run = selectBulk(getState());
      if (run.failed.length > 0) toast.error(bulkSummary(run));
      else toast.success(bulkSummary(run));
    },
  });

  startListening({
    matcher: updateUser.matchFulfilled,
    effect: ({ meta }) => {
      const { change, isBulk } = meta.arg.originalArgs;
      if (isBulk) return;
      toast.success(change.role ? "User role updated" : "User status updated");
    },
  });
  startListening({
    matcher: updateUser.matchRejected,
    effect: (action, listenerApi) => {
      const { change, isBulk } = action.meta.arg.originalArgs;
      if (isBulk || !isReportable(action, listenerApi)) return;
      toast.error(change.role ? "Failed to update role" : "Failed to update user");
    },
  });
  startCallToasts(startListening, {
    successes: [[deleteUser.matchFulfilled, "User deleted"]],
    failures: [
      [getUsers.matchRejected, "Failed to fetch users"],
      [deleteUser.matchRejected, "Failed to delete user"],
    ],
  });
}

/** Changes the users of a bulk action, a few at a time. */
async function runBulkAction({ dispatch, getState, extra }: BulkListenerApi): Promise<void> {
  const { ids, active, done } = selectBulk(getState());
  const reached = new Set(done);
  const waiting = ids.filter((id) => !reached.has(id));
  /** Undefined once another user has signed in, who may have started another action. */
  const phase = () => {
    const bulk = selectBulk(getState());
    return bulk.ids === ids ? bulk.phase : undefined;
  };
  async function work() {
    while (phase() === "running") {
      const id = waiting.shift();
      if (id === undefined) return;
      const call = updateUser.initiate(
        { id, change: { is_active: active }, isBulk: true },
        { track: false },
      );
      const { error } = await dispatch(call);
      if (phase() === undefined) return;
      if (!error) dispatch(bulkUserChanged(id));
      // The session is over, so the other calls would fail too.
      else if (endedSession(error, extra)) dispatch(bulkStopRequested());
      else dispatch(bulkUserFailed({ id, reason: reasonOf(error) }));
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_CALLS }, work));
  if (phase() === undefined) return;
  dispatch(bulkEnded());
  dispatch(api.util.invalidateTags(["User", "Team"]));
}
