import type { Kysely, Transaction } from "kysely";
import type { WebhookDelivery } from "#contract/shapes/webhook.ts";
import { DELIVERIES_LISTED, type DeliveryState, TEST_EVENT } from "#contract/webhook.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import type { DeliveryRow } from "#server/db/schema/webhooks.ts";
import type { Database } from "#server/db/schema.ts";
import { notFound } from "#server/refusals.ts";

const COLUMNS = [
  "id",
  "event",
  "state",
  "created_at",
  "attempts",
  "attempted_at",
  "next_attempt_at",
  "response_code",
  "error",
] as const;

/** A delivery that is due at once. */
export function newDelivery(
  webhook_id: string,
  { event, data }: { event: DeliveryRow["event"]; data: object },
  at: Date,
  id: string,
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

/** The last deliveries of a webhook, the newest first. */
export async function listDeliveries(
  db: Kysely<Database>,
  webhookId: string,
): Promise<WebhookDelivery[]> {
  return await db
    .selectFrom("webhook_deliveries")
    .select(COLUMNS)
    .where("webhook_id", "=", webhookId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(DELIVERIES_LISTED)
    .execute();
}

/** The state of each webhook's newest delivery, by the webhook's id. */
export async function lastDeliveryStates(
  db: Kysely<Database>,
): Promise<Map<string, DeliveryState | null>> {
  const rows = await db
    .selectFrom("webhooks")
    .select("id")
    .select(({ selectFrom }) =>
      selectFrom("webhook_deliveries as delivery")
        .select("state")
        .whereRef("webhook_id", "=", "webhooks.id")
        .orderBy("delivery.created_at", "desc")
        .orderBy("delivery.id", "desc")
        .limit(1)
        .as("state"),
    )
    .execute();
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Sets a delivery to be sent at once, with as many attempts as a new one. Throws a 404 if there is none. */
export async function redeliver(
  trx: Transaction<Database>,
  { webhookId, id }: { webhookId: string; id: string },
  at: Date,
): Promise<void> {
  await trx
    .updateTable("webhook_deliveries")
    .set({ state: "pending", attempts: 0, next_attempt_at: at.toISOString() })
    .where("id", "=", id)
    .where("webhook_id", "=", webhookId)
    .returning("id")
    .executeTakeFirstOrThrow(() => notFound("Delivery not found"));
}

/** Reads a delivery. Throws a 404 if there is none. */
export const findDelivery = async (
  db: Kysely<Database>,
  { webhookId, id }: { webhookId: string; id: string },
): Promise<WebhookDelivery> =>
  await db
    .selectFrom("webhook_deliveries")
    .select(COLUMNS)
    .where("id", "=", id)
    .where("webhook_id", "=", webhookId)
    .executeTakeFirstOrThrow(() => notFound("Delivery not found"));

/** Adds a delivery that tests the webhook, once per id. */
export async function addTest(
  db: Kysely<Database>,
  { webhookId, id }: { webhookId: string; id: string },
  { by, at }: ChangeContext,
): Promise<WebhookDelivery> {
  const data = { actor: { id: by.id, name: by.name } };
  await db
    .insertInto("webhook_deliveries")
    .values(newDelivery(webhookId, { event: TEST_EVENT, data }, at, id))
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return await findDelivery(db, { webhookId, id });
}

/** Gives up the pending deliveries of a webhook that was switched off. */
export async function dropPending(trx: Transaction<Database>, webhookId: string): Promise<void> {
  await trx
    .updateTable("webhook_deliveries")
    .set({ state: "failed", next_attempt_at: null, error: "The webhook was switched off" })
    .where("webhook_id", "=", webhookId)
    .where("next_attempt_at", "is not", null)
    .execute();
}
