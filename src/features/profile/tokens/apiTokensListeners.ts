import { callToasts } from "#sync/connection/callToasts.ts";
import { apiTokensApi } from "./apiTokensApi.ts";

const { createApiToken, revokeApiToken } = apiTokensApi.endpoints;

/** Shows toasts for the calls about API tokens. */
export const startApiTokenListeners = callToasts({
  successes: [[revokeApiToken.matchFulfilled, "API token revoked"]],
  serverFailures: [
    [createApiToken.matchRejected, "Failed to create the API token"],
    [revokeApiToken.matchRejected, "Failed to revoke the API token"],
  ],
});
