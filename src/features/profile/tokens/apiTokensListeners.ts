import type { WithApi } from "#api/api.ts";
import type { StartListening } from "#session/appExtra.ts";
import { startCallToasts } from "#sync/connection/callToasts.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { apiTokensApi } from "./apiTokensApi.ts";

const { createApiToken, revokeApiToken } = apiTokensApi.endpoints;

/** Shows toasts for the calls about API tokens. */
export function startApiTokenListeners(
  startListening: StartListening<WithApi & WithConnection>,
): void {
  startCallToasts(startListening, {
    successes: [[revokeApiToken.matchFulfilled, "API token revoked"]],
    serverFailures: [
      [createApiToken.matchRejected, "Failed to create the API token"],
      [revokeApiToken.matchRejected, "Failed to revoke the API token"],
    ],
  });
}
