import { api } from "#api/api.ts";
import type { UserUpdate } from "#contract/user.ts";
import {
  type BulkFeature,
  type BulkResult,
  startBulkListeners,
  summaryOf,
} from "#features/bulk/bulkListeners.ts";
import { countOf } from "#lib/formatCount.ts";
import type { StartListening, StoreDispatch } from "#session/appExtra.ts";
import { selectUserBulk, type UserBulkAction, userBulk, type WithUserBulk } from "./userBulk.ts";
import { userChangesApi } from "./userChangesApi.ts";

const { updateUser } = userChangesApi.endpoints;

async function send(
  { id, change }: { id: string; change: UserUpdate },
  { dispatch }: { dispatch: StoreDispatch },
): Promise<BulkResult<UserUpdate>> {
  const { error } = await dispatch(
    updateUser.initiate({ id, change, isBulk: true }, { track: false }),
  );
  return error ? { error } : { undo: { is_active: !change.is_active } };
}

/** Activates and deactivates users on a server without runs. */
const userBulkFeature: BulkFeature<WithUserBulk, UserBulkAction, UserUpdate> = {
  bulk: userBulk,
  select: selectUserBulk,
  send,
  failure: "Failed to update user",
  summary: (run) =>
    summaryOf(
      run,
      (count) => `${countOf(count, "user")} ${run.action?.active ? "activated" : "deactivated"}`,
    ),
  refetch: (dispatch) => void dispatch(api.util.invalidateTags(["User", "Team"])),
};

export function startUserBulkListeners(startListening: StartListening<WithUserBulk>): void {
  startBulkListeners(startListening, userBulkFeature);
}
