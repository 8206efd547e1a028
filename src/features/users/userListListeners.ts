import { callToasts } from "#sync/connection/callToasts.ts";
import { usersApi } from "./usersApi.ts";

/** Shows a toast when the list of users fails to load (§8). Many screens show users' names. */
export const startUserListListeners = callToasts({
  failures: [[usersApi.endpoints.getUsers.matchRejected, "Failed to fetch users"]],
});
