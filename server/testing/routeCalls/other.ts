import { admins, anyone, type RouteCall, users } from "./scene.ts";

export const OTHER_CALLS: Readonly<Record<string, RouteCall>> = {
  "GET /api/export": admins(),
  "GET /api/backup": admins(),
  "GET /api/events": users(),
  "GET /api/openapi.json": anyone(),
  "GET /api/webhooks": admins(),
  "POST /api/webhooks": admins(() => ({
    body: { url: "https://example.com/hook", events: "task.created" },
  })),
  "PATCH /api/webhooks/:id": admins(({ webhookId }) => ({
    ids: [webhookId],
    body: { description: "Deploys" },
  })),
  "DELETE /api/webhooks/:id": admins(({ webhookId }) => ({ ids: [webhookId] })),
  "POST /api/webhooks/:id/secret": admins(({ webhookId }) => ({ ids: [webhookId] })),
  "GET /api/webhooks/:id/deliveries": admins(({ webhookId }) => ({ ids: [webhookId] })),
  "POST /api/webhooks/:id/deliveries/:deliveryId/redelivery": admins(
    ({ webhookId, deliveryId }) => ({ ids: [webhookId, deliveryId] }),
  ),
  "POST /api/webhooks/:id/test": admins(({ webhookId }) => ({ ids: [webhookId] })),
};
