/** The events that a webhook can choose. They are not in §7, so another server may have no webhooks. */
export const WEBHOOK_EVENTS = [
  "task.created",
  "task.changed",
  "task.moved",
  "task.deleted",
  "task.restored",
  "comment.created",
  "comment.changed",
  "comment.deleted",
  "user.registered",
  "user.role_changed",
  "user.activated",
  "user.deactivated",
  "user.renamed",
  "user.email_changed",
  "user.deleted",
  "team.created",
  "team.member_added",
  "team.member_removed",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The event that "Send a test" delivers. No webhook chooses it. */
export const TEST_EVENT = "webhook.test";

export const WEBHOOK_URL_MAX = 1_000;
export const WEBHOOK_DESCRIPTION_MAX = 200;
/** The maximum length of a list of events, in characters. */
export const WEBHOOK_EVENTS_MAX = WEBHOOK_EVENTS.join().length;
/** The maximum number of webhooks, including those that are off. */
export const WEBHOOKS_MAX = 20;

/** The maximum number of attempts to deliver an event. They take about a day. */
export const DELIVERY_ATTEMPTS = 8;
/** A webhook is switched off after this many days of failures without a success. */
export const WEBHOOK_FAILING_DAYS = 3;
/** The maximum number of deliveries in a response, and of characters of a delivery's error. */
export const DELIVERIES_LISTED = 50;
export const DELIVERY_ERROR_MAX = 500;

export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A webhook without its secret. Instants are ISO 8601 in UTC. */
export interface Webhook {
  id: string;
  url: string;
  description: string;
  events: WebhookEvent[];
  is_active: boolean;
  created_at: string;
  /** Since when no delivery has succeeded; null if the last one did. */
  failing_since: string | null;
  /** Why the server has switched it off; null if it did not. */
  off_reason: string | null;
}

/** POST /api/webhooks. `events` is a comma-separated list of {@link WEBHOOK_EVENTS}. */
export interface WebhookInput {
  url: string;
  description: string;
  events: string;
  is_active: boolean;
}

/** PATCH /api/webhooks/{id}: at least one field; the others keep their values. */
export type WebhookPatch = {
  [Name in keyof WebhookInput]?: WebhookInput[Name] | undefined;
};

/** A webhook in the list. */
export interface ListedWebhook extends Webhook {
  /** The state of its newest delivery; null without any. */
  last_delivery: DeliveryState | null;
}

/** GET /api/webhooks: the newest first. */
export interface WebhooksResponse {
  webhooks: ListedWebhook[];
}

export interface WebhookResponse {
  webhook: Webhook;
}

/** POST /api/webhooks and POST /api/webhooks/{id}/secret: the only responses with the secret. */
export interface WebhookSecretResponse extends WebhookResponse {
  /** `whsec_` and the base64 of the key that signs deliveries. */
  secret: string;
}

/** An event on its way to a webhook. Its id is the header `webhook-id` of all attempts. */
export interface WebhookDelivery {
  id: string;
  event: WebhookEvent | typeof TEST_EVENT;
  state: DeliveryState;
  created_at: string;
  /** The attempts so far, and the instant of the last one. */
  attempts: number;
  attempted_at: string | null;
  /** When the next attempt is due; null if there is none. */
  next_attempt_at: string | null;
  /** The status of the last response; null if there was none. */
  response_code: number | null;
  /** Why the last attempt failed, with the beginning of the response. */
  error: string | null;
}

/** GET /api/webhooks/{id}/deliveries: the last {@link DELIVERIES_LISTED}, newest first. */
export interface WebhookDeliveriesResponse {
  deliveries: WebhookDelivery[];
}

/** POST /api/webhooks/{id}/test and POST …/deliveries/{deliveryId}/redelivery. */
export interface WebhookDeliveryResponse {
  delivery: WebhookDelivery;
}
