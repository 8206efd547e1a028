import { api } from "#api/api.ts";
import {
  type BulkFeature,
  type BulkResult,
  startBulkListeners,
  summaryOf,
} from "#features/bulk/bulkListeners.ts";
import { countOf } from "#lib/formatCount.ts";
import type { StartListening, StoreDispatch } from "#session/appExtra.ts";
import { handOverAll } from "./handOver/handOverAll.ts";
import {
  selectUserBulk,
  type UserBulkAction,
  type UserBulkChange,
  userBulk,
  type WithUserBulk,
} from "./userBulk.ts";
import { userChangesApi } from "./userChangesApi.ts";

const { updateUser } = userChangesApi.endpoints;

async function send(
  { id, change }: { id: string; change: UserBulkChange },
  { dispatch }: { dispatch: StoreDispatch },
): Promise<BulkResult<UserBulkChange>> {
  if ("to" in change) {
    const { error } = await handOverAll(id, change.to, dispatch);
    return error ? { error } : { undo: null };
  }
  const { error } = await dispatch(
    updateUser.initiate({ id, change, isBulk: true }, { track: false }),
  );
  return error ? { error } : { undo: { is_active: !change.is_active } };
}

/** The text of an action's result, such as "3 users activated". */
function changedText(action: UserBulkAction | null, count: number, isComplete: boolean): string {
  if (action?.kind !== "handOver") {
    return `${countOf(count, "user")} ${action?.active ? "activated" : "deactivated"}`;
  }
  const tasks = isComplete ? action.tasks : `Open tasks of ${countOf(count, "user")}`;
  return action.toName === null
    ? `${tasks} unassigned`
    : `${tasks} handed over to ${action.toName}`;
}

/** Activates and deactivates users, and hands over their open tasks. */
const userBulkFeature: BulkFeature<WithUserBulk, UserBulkAction, UserBulkChange> = {
  bulk: userBulk,
  select: selectUserBulk,
  send,
  failure: "Failed to update user",
  summary: (run) =>
    summaryOf(run, (count) => changedText(run.action, count, count === run.items.length)),
  refetch: (dispatch) =>
    void dispatch(api.util.invalidateTags(["User", "Team", "Task", "Board", "Dashboard"])),
};

export function startUserBulkListeners(startListening: StartListening<WithUserBulk>): void {
  startBulkListeners(startListening, userBulkFeature);
}
