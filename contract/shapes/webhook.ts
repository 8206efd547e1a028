import { DELIVERY_STATES, TEST_EVENT, WEBHOOK_EVENTS } from "../webhook.ts";
import {
  count,
  enumOf,
  flag,
  id,
  instant,
  listOf,
  named,
  nullable,
  object,
  type TypeOf,
  text,
} from "./shape.ts";

const webhookFields = {
  id,
  url: text,
  description: text,
  events: listOf(enumOf(WEBHOOK_EVENTS)),
  is_active: flag,
  created_at: instant,
  /** Since when no delivery has succeeded; null if the last one did. */
  failing_since: nullable(instant),
  /** Why the server has switched it off; null if it did not. */
  off_reason: nullable(text),
};

/** A webhook without its secret. */
export const Webhook = named("Webhook", object(webhookFields));
export type Webhook = TypeOf<typeof Webhook>;

/** A webhook in the list. */
export const ListedWebhook = named(
  "ListedWebhook",
  object({
    ...webhookFields,
    /** The state of its newest delivery; null without any. */
    last_delivery: nullable(enumOf(DELIVERY_STATES)),
  }),
);
export type ListedWebhook = TypeOf<typeof ListedWebhook>;

/** GET /api/webhooks: the newest first. */
export const WebhooksResponse = object({ webhooks: listOf(ListedWebhook) });
export type WebhooksResponse = TypeOf<typeof WebhooksResponse>;

export const WebhookResponse = object({ webhook: Webhook });
export type WebhookResponse = TypeOf<typeof WebhookResponse>;

/** POST /api/webhooks and POST /api/webhooks/{id}/secret: the only responses with the secret. */
export const WebhookSecretResponse = object({
  webhook: Webhook,
  /** `whsec_` and the base64 of the key. */
  secret: { ...text, description: "The key that signs deliveries." },
});
export type WebhookSecretResponse = TypeOf<typeof WebhookSecretResponse>;

/** An event on its way to a webhook. Its id is the header `webhook-id` of all attempts. */
export const WebhookDelivery = named(
  "WebhookDelivery",
  object({
    id,
    event: enumOf([...WEBHOOK_EVENTS, TEST_EVENT]),
    state: enumOf(DELIVERY_STATES),
    created_at: instant,
    /** The attempts so far, and the instant of the last one. */
    attempts: count,
    attempted_at: nullable(instant),
    /** When the next attempt is due; null if there is none. */
    next_attempt_at: nullable(instant),
    /** The status of the last response; null if there was none. */
    response_code: nullable(count),
    /** Why the last attempt failed, with the beginning of the response. */
    error: nullable(text),
  }),
);
export type WebhookDelivery = TypeOf<typeof WebhookDelivery>;

/** GET /api/webhooks/{id}/deliveries: the last `DELIVERIES_LISTED`, newest first. */
export const WebhookDeliveriesResponse = object({ deliveries: listOf(WebhookDelivery) });
export type WebhookDeliveriesResponse = TypeOf<typeof WebhookDeliveriesResponse>;

/** POST /api/webhooks/{id}/test and POST …/deliveries/{deliveryId}/redelivery. */
export const WebhookDeliveryResponse = object({ delivery: WebhookDelivery });
export type WebhookDeliveryResponse = TypeOf<typeof WebhookDeliveryResponse>;
