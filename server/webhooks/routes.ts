import type { FastifyInstance } from "fastify";
import { characterError } from "#contract/characters.ts";
import { URL_MESSAGE, webhookPatchRule, webhookRule } from "#contract/rules/webhook.ts";
import type { ListedWebhook, Webhook } from "#contract/shapes/webhook.ts";
import {
  WebhookResponse,
  WebhookSecretResponse,
  WebhooksResponse,
} from "#contract/shapes/webhook.ts";
import type { DeliveryState } from "#contract/webhook.ts";
import { contextOf } from "#server/changes/requestContext.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { idempotentId } from "#server/http/idempotency.ts";
import { refused } from "#server/refusals.ts";
import type { RequestSecrets } from "#server/sessions/requestSecrets.ts";
import { lastDeliveryStates } from "./deliveries.ts";
import { addressIn, isPublicAddress } from "./publicAddress.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from "./queries.ts";
import { newWebhookSecret } from "./signature.ts";

const webhooks = { access: "admin", tag: "Webhooks" } as const;
const withSecret = { response: WebhookSecretResponse };
const LIST = api({
  ...webhooks,
  operationId: "listWebhooks",
  summary: "The webhooks, without their secrets",
  response: WebhooksResponse,
});
const CREATE = api({
  ...webhooks,
  ...withSecret,
  operationId: "createWebhook",
  summary: "Create a webhook; only this response and that of a new secret contain the secret",
  body: webhookRule,
  status: 201,
  failures: {
    409: "There are too many webhooks, or the secret of an earlier attempt was replaced.",
  },
});
const CHANGE = api({
  ...webhooks,
  params: BY_ID,
  operationId: "updateWebhook",
  summary: "Change a webhook, or switch it on or off",
  body: webhookPatchRule,
  response: WebhookResponse,
});
const DELETE = api({
  ...webhooks,
  params: BY_ID,
  operationId: "deleteWebhook",
  summary: "Delete a webhook and its deliveries",
});
const ROTATE = api({
  ...webhooks,
  ...withSecret,
  params: BY_ID,
  operationId: "renewWebhookSecret",
  summary: "Replace a webhook's secret",
  status: 201,
  failures: { 409: "The secret of an earlier attempt of this request was replaced." },
});
const listed = (webhook: Webhook, last_delivery: DeliveryState | null): ListedWebhook => ({
  ...webhook,
  last_delivery,
});

/** Routes for webhooks, for admins. */
export function webhookRoutes(
  app: FastifyInstance,
  { db, now, config }: Deps,
  secretOf: RequestSecrets,
): void {
  /**
   * Refuses a text that is no URL, and an address that no delivery would be sent to. Names are checked
   * when they are resolved.
   */
  function requireAllowed(url: string | undefined): void {
    if (url === undefined) return;
    const refuse = (msg: string) => refused([{ param: "url", msg }]);
    if (!URL.canParse(url) || characterError("URL", url)) throw refuse(URL_MESSAGE);
    if (config.privateWebhooks) return;
    const target = new URL(url);
    if (target.protocol !== "https:") throw refuse("The URL must begin with https://");
    const address = addressIn(target);
    if (address && !isPublicAddress(address)) throw refuse("The address must be public");
  }

  app.get("/api/webhooks", LIST, async (): Promise<WebhooksResponse> => {
    const states = await lastDeliveryStates(db);
    const all = await listWebhooks(db);
    return { webhooks: all.map((one) => listed(one, states.get(one.id) ?? null)) };
  });

  app.post("/api/webhooks", CREATE, async (request, reply): Promise<WebhookSecretResponse> => {
    const { body } = request;
    requireAllowed(body.url);
    const secret = newWebhookSecret(secretOf(request));
    const context = { ...contextOf(request, now()), id: idempotentId(request) };
    const webhook = await createWebhook(db, body, secret, context);
    reply.code(201);
    return { webhook, secret };
  });

  app.patch("/api/webhooks/:id", CHANGE, async (request): Promise<WebhookResponse> => {
    const { body } = request;
    requireAllowed(body.url);
    const context = contextOf(request, now());
    return { webhook: await updateWebhook(db, request.params.id, body, context) };
  });

  app.delete("/api/webhooks/:id", DELETE, async (request, reply) => {
    await deleteWebhook(db, request.params.id, contextOf(request, now()));
    return await reply.code(204).send();
  });

  app.post(
    "/api/webhooks/:id/secret",
    ROTATE,
    async (request, reply): Promise<WebhookSecretResponse> => {
      const secret = newWebhookSecret(secretOf(request));
      const context = contextOf(request, now());
      const webhook = await rotateSecret(db, request.params.id, secret, context);
      reply.code(201);
      return { webhook, secret };
    },
  );
}
