import type { Selectable } from "kysely";
import type { WebhookDelivery } from "#contract/shapes/webhook.ts";
import type { DeliveryState } from "#contract/webhook.ts";

/* Webhooks. */

/**
 * A webhook. `secret` is stored as it is, because it signs. `events` is a comma-separated list. The changes
 * up to the number `seen_until` have their deliveries.
 */
export interface WebhooksTable {
  id: string;
  url: string;
  description: string;
  events: string;
  is_active: number;
  secret: string;
  created_at: string;
  failing_since: string | null;
  off_reason: string | null;
  seen_until: number;
}

/**
 * An event for a webhook, with the request body that is sent. A pending delivery has `next_attempt_at`;
 * a server that sends it moves that into the future, so that no other server sends it too.
 */
export interface WebhookDeliveriesTable {
  id: string;
  webhook_id: string;
  event: WebhookDelivery["event"];
  payload: string;
  state: DeliveryState;
  created_at: string;
  attempts: number;
  attempted_at: string | null;
  next_attempt_at: string | null;
  response_code: number | null;
  error: string | null;
}

export type WebhookRow = Selectable<WebhooksTable>;

export type DeliveryRow = Selectable<WebhookDeliveriesTable>;
