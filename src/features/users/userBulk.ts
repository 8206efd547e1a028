import { api } from "#api/api.ts";
import { type BulkState, createBulk } from "#features/bulk/bulk.ts";
import { type BulkFeature, startBulkListeners } from "#features/bulk/bulkListeners.ts";
import { countOf } from "#lib/text/formatCount.ts";
import type { StartListening } from "#session/appExtra.ts";
import { userChangesApi } from "./userChangesApi.ts";

/** Activating or deactivating users. */
interface UserBulkAction {
  active: boolean;
}

export const userBulk = createBulk<UserBulkAction>("userBulk");

/** The part of the store's state that this feature reads. */
export interface WithUserBulk {
  userBulk: BulkState<UserBulkAction>;
}

/** Activates and deactivates one user, or several on a server without runs: a call for each. */
export const userBulkFeature: BulkFeature<WithUserBulk, UserBulkAction> = {
  bulk: userBulk,
  select: ({ userBulk }) => userBulk,
  change: async (id, { active }, { dispatch }) => {
    const update = { id, change: { is_active: active }, isBulk: true };
    const call = userChangesApi.endpoints.updateUser.initiate(update, { track: false });
    const { error } = await dispatch(call);
    return { error };
  },
  inverse: ({ active }) => ({ active: !active }),
  refetch: (dispatch) => void dispatch(api.util.invalidateTags(["User", "Team"])),
  words: {
    progress: ({ active }, count) =>
      `${active ? "Activating" : "Deactivating"} ${countOf(count, "user")}`,
    done: ({ active }, count) =>
      `${countOf(count, "user")} ${active ? "activated" : "deactivated"}`,
    undo: ({ active }, count) => `Undo ${active ? "activation" : "deactivation"} of ${count}`,
    failure: "Failed to update user",
  },
};

export function startUserBulkListeners(startListening: StartListening<WithUserBulk>): void {
  startBulkListeners(startListening, userBulkFeature);
}
