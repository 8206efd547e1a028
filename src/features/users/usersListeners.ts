import { toast } from "react-hot-toast/headless";
import { api, type WithApi } from "#api/api.ts";
import { type CallError, isUnanswered, messagesOf } from "#api/errors.ts";
import { endedSession } from "#session/endedSession.ts";
import type { StartListening } from "#session/extra.ts";
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

/** Calls of a bulk action that are out at the same time. */
export const AT_ONCE = 4;

const { getUsers, updateUser, deleteUser } = usersApi.endpoints;

const people = (count: number) => (count === 1 ? "1 user" : `${count} users`);

/** What the one toast of a bulk action says. */
export function bulkSummary(run: BulkState): string {
  const verb = run.active ? "activated" : "deactivated";
  const parts = [`${people(run.done.length)} ${verb}`];
  if (run.failed.length > 0) parts.push(`${run.failed.length} failed`);
  const left = run.ids.length - run.done.length - run.failed.length;
  if (left > 0) parts.push(`${left} left as they were`);
  return parts.join(", ");
}

/** Why a user could not be changed: what the server says, or that it said nothing. */
function reasonOf(error: CallError): string {
  if (isUnanswered(error)) return "No answer from the server";
  const [reason = "Failed to update user"] = messagesOf(error, "Failed to update user");
  return reason;
}

/** Carries out bulk actions, and says how the calls about users ended (§8). */
export function startUsersListeners(startListening: StartListening<State>): void {
  startListening({
    // One at a time: a request that the machine didn't take starts nothing.
    predicate: (action, state, before) =>
      (bulkRequested.match(action) || bulkRetryRequested.match(action)) &&
      selectBulk(state) !== selectBulk(before),
    effect: async (_action, { dispatch, getState, extra }) => {
      const { ids, active, done } = selectBulk(getState());
      const reached = new Set(done);
      const waiting = ids.filter((id) => !reached.has(id));
      /** The phase of this very action; another user may have signed in and begun another one. */
      const phase = () => {
        const bulk = selectBulk(getState());
        return bulk.ids === ids ? bulk.phase : undefined;
      };
      async function work() {
        while (phase() === "running") {
          const id = waiting.shift();
          if (id === undefined) return;
          const call = updateUser.initiate(
            { id, change: { is_active: active }, oneOfMany: true },
            { track: false },
          );
          const { error } = await dispatch(call);
          if (phase() === undefined) return;
          if (!error) dispatch(bulkUserChanged(id));
          // Nobody is signed in any more: the others would fail alike.
          else if (endedSession(error, extra)) dispatch(bulkStopRequested());
          else dispatch(bulkUserFailed({ id, reason: reasonOf(error) }));
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      if (phase() === undefined) return;
      dispatch(bulkEnded());
      dispatch(api.util.invalidateTags(["User", "Team"]));
    },
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
    matcher: getUsers.matchRejected,
    effect: (action, listenerApi) => {
      if (!isReportable(action, listenerApi)) return;
      toast.error("Failed to fetch users", { id: "users-failed" });
    },
  });
  startListening({
    matcher: updateUser.matchFulfilled,
    effect: ({ meta }) => {
      const { change, oneOfMany } = meta.arg.originalArgs;
      if (oneOfMany) return;
      toast.success(change.role ? "User role updated" : "User status updated");
    },
  });
  startListening({
    matcher: updateUser.matchRejected,
    effect: (action, listenerApi) => {
      const { change, oneOfMany } = action.meta.arg.originalArgs;
      if (oneOfMany || !isReportable(action, listenerApi)) return;
      toast.error(change.role ? "Failed to update role" : "Failed to update user");
    },
  });
  startListening({
    matcher: deleteUser.matchFulfilled,
    effect: () => void toast.success("User deleted"),
  });
  startListening({
    matcher: deleteUser.matchRejected,
    effect: (action, listenerApi) => {
      if (isReportable(action, listenerApi)) toast.error("Failed to delete user");
    },
  });
}
