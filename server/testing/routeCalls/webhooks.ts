import { expect } from "@jest/globals";
import { admins, GENERATED, LATER, type RouteCall, webhookEntry } from "./scene.ts";

export const WEBHOOKS_CALLS: Readonly<Record<string, RouteCall>> = {
  "GET /api/webhooks": admins(),
  "POST /api/webhooks": admins(({ admin }) => ({
    body: { url: "https://example.com/hook", events: "task.created" },
    effect: {
      inserted: {
        webhooks: [
          {
            id: GENERATED,
            url: "https://example.com/hook",
            description: "",
            events: "task.created",
            is_active: 1,
            secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
            created_at: LATER,
            failing_since: null,
            off_reason: null,
          },
        ],
        audit_log: [webhookEntry("webhook.created", admin.user)],
      },
    },
  })),
  "PATCH /api/webhooks/:id": admins(({ admin, webhookId }) => ({
    ids: [webhookId],
    body: { description: "Deploys" },
    effect: {
      changed: { webhooks: [{ description: "Deploys" }] },
      inserted: { audit_log: [webhookEntry("webhook.changed", admin.user)] },
    },
  })),
  "DELETE /api/webhooks/:id": admins(({ admin, webhookId, deliveryId }) => ({
    ids: [webhookId],
    effect: {
      deleted: {
        webhooks: [expect.objectContaining({ id: webhookId })],
        webhook_deliveries: [expect.objectContaining({ id: deliveryId })],
      },
      inserted: { audit_log: [webhookEntry("webhook.deleted", admin.user)] },
    },
  })),
  "POST /api/webhooks/:id/secret": admins(({ admin, webhookId }) => ({
    ids: [webhookId],
    effect: {
      changed: { webhooks: [{ secret: expect.stringMatching(/^whsec_/) }] },
      inserted: { audit_log: [webhookEntry("webhook.secret_rotated", admin.user)] },
    },
  })),
  "GET /api/webhooks/:id/deliveries": admins(({ webhookId }) => ({ ids: [webhookId] })),
  "POST /api/webhooks/:id/deliveries/:deliveryId/redelivery": admins(
    ({ webhookId, deliveryId }) => ({
      ids: [webhookId, deliveryId],
      effect: { changed: { webhook_deliveries: [{ next_attempt_at: LATER }] } },
    }),
  ),
  "POST /api/webhooks/:id/test": admins(({ webhookId }) => ({
    ids: [webhookId],
    effect: {
      inserted: {
        webhook_deliveries: [
          expect.objectContaining({ webhook_id: webhookId, event: "webhook.test", attempts: 0 }),
        ],
      },
    },
  })),
};
