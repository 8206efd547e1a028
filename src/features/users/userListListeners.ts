import type { WithApi } from "#api/api.ts";
import type { StartListening } from "#session/appExtra.ts";
import { startCallToasts } from "#sync/connection/callToasts.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { usersApi } from "./usersApi.ts";

/** Shows a toast when the list of users fails to load (§8). Many screens show users' names. */
export function startUserListListeners(
  startListening: StartListening<WithApi & WithConnection>,
): void {
  startCallToasts(startListening, {
    failures: [[usersApi.endpoints.getUsers.matchRejected, "Failed to fetch users"]],
  });
}
