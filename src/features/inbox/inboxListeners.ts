import { callToasts } from "#sync/connection/callToasts.ts";
import { inboxApi } from "./inboxApi.ts";

const { markAsRead, saveInboxSettings } = inboxApi.endpoints;

/** Shows toasts for failures of the inbox's calls. */
export const startInboxListeners = callToasts({
  failures: [
    [markAsRead.matchRejected, "Failed to mark as read"],
    [saveInboxSettings.matchRejected, "Failed to save inbox settings"],
  ],
});
