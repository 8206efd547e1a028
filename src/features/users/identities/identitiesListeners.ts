import { callToasts } from "#sync/connection/callToasts.ts";
import { identitiesApi } from "./identitiesApi.ts";

const { confirmIdentity, unlinkIdentity } = identitiesApi.endpoints;

/** Shows toasts for changes of users' sign-in providers. */
export const startIdentitiesListeners = callToasts({
  successes: [
    [confirmIdentity.matchFulfilled, "Sign-in provider confirmed"],
    [unlinkIdentity.matchFulfilled, "Sign-in provider unlinked"],
  ],
  serverFailures: [
    [confirmIdentity.matchRejected, "Failed to confirm the sign-in provider"],
    [unlinkIdentity.matchRejected, "Failed to unlink the sign-in provider"],
  ],
});
