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
  "file.added",
  "file.changed",
  "file.deleted",
  "file.restored",
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
