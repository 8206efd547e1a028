import type { WithApi } from "#api/api.ts";
import type { StartListening } from "#session/appExtra.ts";
import { startCallToasts } from "#sync/connection/callToasts.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { identitiesApi } from "./identitiesApi.ts";

const { confirmIdentity, unlinkIdentity } = identitiesApi.endpoints;

/** Shows toasts for changes of users' sign-in providers. */
export function startIdentitiesListeners(
  startListening: StartListening<WithApi & WithConnection>,
): void {
  startCallToasts(startListening, {
    successes: [
      [confirmIdentity.matchFulfilled, "Sign-in provider confirmed"],
      [unlinkIdentity.matchFulfilled, "Sign-in provider unlinked"],
    ],
    serverFailures: [
      [confirmIdentity.matchRejected, "Failed to confirm the sign-in provider"],
      [unlinkIdentity.matchRejected, "Failed to unlink the sign-in provider"],
    ],
  });
}
