import { toast } from "react-hot-toast/headless";
import type { WithApi } from "#api/api.ts";
import type { StartListening } from "#session/appExtra.ts";
import { callToasts } from "#sync/connection/callToasts.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { isReportable } from "#sync/connection/errorSuppression.ts";
import { startHandOverListeners } from "./handOver/handOverListeners.ts";
import { startListPatches } from "./list/patchLists.ts";
import { userListApi } from "./list/userListApi.ts";
import { userChangesApi } from "./userChangesApi.ts";

type State = WithApi & WithConnection;

const { updateUser, deleteUser } = userChangesApi.endpoints;

/** Shows toasts for changes of users (§8). */
export function startUsersListeners(startListening: StartListening<State>): void {
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
  startListPatches(startListening);
  startHandOverListeners(startListening);
  callToasts({
    successes: [[deleteUser.matchFulfilled, "User deleted"]],
    failures: [
      [deleteUser.matchRejected, "Failed to delete user"],
      [userListApi.endpoints.listUsers.matchRejected, "Failed to fetch users"],
    ],
  })(startListening);
}
