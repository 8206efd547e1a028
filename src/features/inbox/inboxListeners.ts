import type { WithApi } from "#api/api.ts";
import type { StartListening } from "#session/appExtra.ts";
import { startCallToasts } from "#sync/connection/callToasts.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { inboxApi } from "./inboxApi.ts";

const { markAsRead, saveInboxSettings } = inboxApi.endpoints;

/** Shows toasts for failures of the inbox's calls. */
export function startInboxListeners(
  startListening: StartListening<WithApi & WithConnection>,
): void {
  startCallToasts(startListening, {
    failures: [
      [markAsRead.matchRejected, "Failed to mark as read"],
      [saveInboxSettings.matchRejected, "Failed to save inbox settings"],
    ],
  });
}
