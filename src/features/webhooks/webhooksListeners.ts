import { callToasts } from "#sync/connection/callToasts.ts";
import { webhooksApi } from "./webhooksApi.ts";

const { createWebhook, replaceSecret, changeWebhook, deleteWebhook, sendTest, sendAgain } =
  webhooksApi.endpoints;

/** Shows toasts for the calls about webhooks. A new secret has its own dialog. */
export const startWebhooksListeners = callToasts({
  successes: [
    [changeWebhook.matchFulfilled, "Webhook saved"],
    [deleteWebhook.matchFulfilled, "Webhook deleted"],
    [sendAgain.matchFulfilled, "The delivery is sent again"],
  ],
  serverFailures: [
    [createWebhook.matchRejected, "Failed to create the webhook"],
    [replaceSecret.matchRejected, "Failed to replace the secret"],
    [changeWebhook.matchRejected, "Failed to save the webhook"],
    [deleteWebhook.matchRejected, "Failed to delete the webhook"],
    [sendTest.matchRejected, "Failed to send a test"],
    [sendAgain.matchRejected, "Failed to send the delivery again"],
  ],
});
