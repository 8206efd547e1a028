import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { WebhookEvent } from "#contract/webhook.ts";
import type { Database, DeliveryRow } from "#server/db/schema.ts";

/*
 * Events are written as deliveries in the transaction of the change, so that both are committed or
 * neither is. Without a webhook for the event, that costs one query of a small table.
 */

/** An event and its data. */
export interface Announcement {
  event: WebhookEvent;
  data: object;
}

/** The number of rows per statement. */
const BATCH_ROWS = 500;

/** A delivery that is due at once. */
export function newDelivery(
  webhook_id: string,
  { event, data }: { event: DeliveryRow["event"]; data: object },
  at: Date,
  id: string = randomUUID(),
): DeliveryRow {
  const time = at.toISOString();
  return {
    id,
    webhook_id,
    event,
    payload: JSON.stringify({ type: event, timestamp: time, data }),
    state: "pending",
    created_at: time,
    attempts: 0,
    attempted_at: null,
    next_attempt_at: time,
    response_code: null,
    error: null,
  };
}

/** A webhook and its events. */
export interface Listener {
  id: string;
  events: Set<string>;
}

/** The active webhooks that have chosen one of these events. */
export async function listenersOf(
  trx: Transaction<Database>,
  wanted: readonly WebhookEvent[],
): Promise<Listener[]> {
  const rows = await trx
    .selectFrom("webhooks")
    .select(["id", "events"])
    .where("is_active", "=", 1)
    .execute();
  return rows
    .map(({ id, events }) => ({ id, events: new Set(events.split(",")) }))
    .filter(({ events }) => wanted.some((event) => events.has(event)));
}

/** Writes a delivery for each event and each webhook that has chosen it. */
export async function announce(
  trx: Transaction<Database>,
  listeners: readonly Listener[],
  announcements: readonly Announcement[],
  at: Date,
): Promise<void> {
  const rows = announcements.flatMap((announcement) =>
    listeners
      .filter(({ events }) => events.has(announcement.event))
      .map(({ id }) => newDelivery(id, announcement, at)),
  );
  for (let first = 0; first < rows.length; first += BATCH_ROWS) {
    await trx
      .insertInto("webhook_deliveries")
      .values(rows.slice(first, first + BATCH_ROWS))
      .execute();
  }
}
