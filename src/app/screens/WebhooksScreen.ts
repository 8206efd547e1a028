import { startWebhooksListeners } from "#features/webhooks/webhooksListeners.ts";

export { default } from "#features/webhooks/WebhooksPage.tsx";

export const storeParts = { listeners: [startWebhooksListeners] };
