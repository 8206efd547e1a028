import { api } from "#api/api.ts";
import type { UserUpdate } from "#contract/user.ts";
import { type BulkFeature, startBulkListeners, summaryOf } from "#features/bulk/bulkListeners.ts";
import { countOf } from "#lib/formatCount.ts";
import type { StartListening } from "#session/appExtra.ts";
import { selectUserBulk, type UserBulkAction, userBulk, type WithUserBulk } from "./userBulk.ts";
import { usersApi } from "./usersApi.ts";

const { updateUser } = usersApi.endpoints;

/** Activates and deactivates users. */
export const userBulkFeature: BulkFeature<WithUserBulk, UserBulkAction, UserUpdate> = {
  bulk: userBulk,
  select: selectUserBulk,
  send: async ({ id, change }, dispatch) => {
    const call = updateUser.initiate({ id, change, isBulk: true }, { track: false });
    const { error } = await dispatch(call);
    return error ? { error } : { undo: { is_active: !change.is_active } };
  },
  failure: "Failed to update user",
  summary: (run) => {
    const verb = run.action?.active ? "activated" : "deactivated";
    return summaryOf(run, (count) => `${countOf(count, "user")} ${verb}`);
  },
  refetch: (dispatch) => void dispatch(api.util.invalidateTags(["User", "Team"])),
};

export function startUserBulkListeners(startListening: StartListening<WithUserBulk>): void {
  startBulkListeners(startListening, userBulkFeature);
}
