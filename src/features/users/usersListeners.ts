import type { ThunkDispatch, TypedStartListening, UnknownAction } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import { api } from "#api/api.ts";
import { messagesOf } from "#api/errors.ts";
import {
  bulkEnded,
  bulkRequested,
  type BulkState,
  bulkUserChanged,
  bulkUserFailed,
  selectBulk,
  TRANSITIONS,
  type WithBulk,
} from "./bulkSlice.ts";
import { usersApi } from "./usersApi.ts";

type Dispatch = ThunkDispatch<WithBulk, unknown, UnknownAction>;
type StartListening = TypedStartListening<WithBulk, Dispatch>;

/** Calls of a bulk action that are out at the same time. */
export const AT_ONCE = 4;

const { updateUser, deleteUser } = usersApi.endpoints;

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

/** Carries out bulk actions, and says how the calls about users ended (§8). */
export function startUsersListeners(startListening: StartListening): void {
  startListening({
    actionCreator: bulkRequested,
    effect: async ({ payload: { ids, active } }, { dispatch, getState, getOriginalState }) => {
      // One at a time: a request that the machine didn't take starts nothing.
      if (!TRANSITIONS[selectBulk(getOriginalState()).phase].bulkRequested) return;
      const waiting = [...ids];
      async function work() {
        while (selectBulk(getState()).phase === "running") {
          const id = waiting.shift();
          if (id === undefined) return;
          const call = updateUser.initiate(
            { id, change: { is_active: active }, oneOfMany: true },
            { track: false },
          );
          const { error } = await dispatch(call);
          if (!error) dispatch(bulkUserChanged(id));
          else {
            const [reason = "Failed to update user"] = messagesOf(error, "Failed to update user");
            dispatch(bulkUserFailed({ id, reason }));
          }
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      dispatch(bulkEnded());
      dispatch(api.util.invalidateTags(["User", "Team"]));
    },
  });

  startListening({
    actionCreator: bulkEnded,
    effect: (_action, { getState }) => {
      const run = selectBulk(getState());
      if (run.failed.length > 0) toast.error(bulkSummary(run));
      else toast.success(bulkSummary(run));
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
    effect: ({ meta }) => {
      const { change, oneOfMany } = meta.arg.originalArgs;
      if (oneOfMany) return;
      toast.error(change.role ? "Failed to update role" : "Failed to update user");
    },
  });
  startListening({
    matcher: deleteUser.matchFulfilled,
    effect: () => void toast.success("User deleted"),
  });
  startListening({
    matcher: deleteUser.matchRejected,
    effect: () => void toast.error("Failed to delete user"),
  });
}
