import type { FastifyInstance } from "fastify";
import { WebhookDeliveriesResponse, WebhookDeliveryResponse } from "#contract/shapes/webhook.ts";
import { contextOf } from "#server/changes/requestContext.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID, pathRule } from "#server/http/apiRoute.ts";
import { idempotentId } from "#server/http/idempotency.ts";
import { addTest, listDeliveries } from "./deliveries.ts";
import { findWebhook, sendAgain } from "./queries.ts";

const webhooks = { access: "admin", tag: "Webhooks" } as const;
const oneDelivery = { response: WebhookDeliveryResponse };

const DELIVERIES = api({
  ...webhooks,
  params: BY_ID,
  operationId: "listDeliveries",
  summary: "The last 50 deliveries of a webhook, newest first",
  response: WebhookDeliveriesResponse,
});
const REDELIVER = api({
  ...webhooks,
  ...oneDelivery,
  params: pathRule("id", "deliveryId"),
  operationId: "redeliver",
  summary: "Send a delivery again",
});
const TEST = api({
  ...webhooks,
  ...oneDelivery,
  params: BY_ID,
  operationId: "testWebhook",
  summary: "Send a test event",
  status: 201,
});

/** Routes for the deliveries of webhooks, for admins. `wake` sends new ones soon. */
export function deliveryRoutes(
  app: FastifyInstance,
  { db, now }: Pick<Deps, "db" | "now">,
  wake: () => void,
): void {
  app.get(
    "/api/webhooks/:id/deliveries",
    DELIVERIES,
    async ({ params }): Promise<WebhookDeliveriesResponse> => {
      await findWebhook(db, params.id);
      return { deliveries: await listDeliveries(db, params.id) };
    },
  );

  app.post(
    "/api/webhooks/:id/deliveries/:deliveryId/redelivery",
    REDELIVER,
    async (request): Promise<WebhookDeliveryResponse> => {
      const { id: webhookId, deliveryId } = request.params;
      const which = { webhookId, id: deliveryId };
      const delivery = await sendAgain(db, which, contextOf(request, now()));
      wake();
      return { delivery };
    },
  );

  app.post(
    "/api/webhooks/:id/test",
    TEST,
    async (request, reply): Promise<WebhookDeliveryResponse> => {
      const { id: webhookId } = await findWebhook(db, request.params.id);
      const which = { webhookId, id: idempotentId(request) };
      const delivery = await addTest(db, which, contextOf(request, now()));
      wake();
      reply.code(201);
      return { delivery };
    },
  );
}
