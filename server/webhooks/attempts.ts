import type { ExpressionBuilder, Kysely, Transaction } from "kysely";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/time.ts";
import { DELIVERY_ATTEMPTS, TEST_EVENT, WEBHOOK_FAILING_DAYS } from "#contract/webhook.ts";
import type { DeliveryRow } from "#server/db/schema/webhooks.ts";
import type { Database } from "#server/db/schema.ts";
import { dropPending } from "./deliveries.ts";
import type { DeliveryResult } from "./post.ts";

/** The pauses in ms after each failed attempt but the last: together about 23 hours. */
const PAUSES_MS = [
  15_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  14 * HOUR_MS,
];
/** The time in ms after which another server may send a claimed delivery. Longer than any attempt. */
const LEASE_MS = MINUTE_MS;

/**
 * Whether a delivery may be sent: its webhook is active, or an admin has asked for a test or to send it
 * again. It may have been made while the webhook was switched off.
 */
const maySend = (
  eb: ExpressionBuilder<Database & { delivery: DeliveryRow }, "delivery" | "webhooks">,
) =>
  eb.or([
    eb("webhooks.is_active", "=", 1),
    eb("delivery.event", "=", TEST_EVENT),
    eb("delivery.attempted_at", "is not", null),
    eb("delivery.error", "is not", null),
  ]);

/** The webhooks that have a delivery to send now. */
export async function dueWebhooks(db: Kysely<Database>, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("webhooks")
    .select("id")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("webhook_deliveries as delivery")
          .select("delivery.id")
          .whereRef("webhook_id", "=", "webhooks.id")
          .where("next_attempt_at", "<=", now.toISOString())
          .where(maySend),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** A delivery that this server alone sends until its lease ends. */
export type ClaimedDelivery = Pick<DeliveryRow, "id" | "webhook_id" | "payload" | "attempts"> & {
  /** The end of the lease, which is the row's `next_attempt_at`. */
  leased_until: string;
  url: string;
  secret: string;
};

/** Claims the webhook's delivery that has been due longest; undefined if there is none. */
export async function claimDelivery(
  trx: Transaction<Database>,
  webhookId: string,
  now: Date,
): Promise<ClaimedDelivery | undefined> {
  const leased_until = new Date(now.getTime() + LEASE_MS).toISOString();
  for (;;) {
    const due = await trx
      .selectFrom("webhook_deliveries as delivery")
      .innerJoin("webhooks", "webhooks.id", "delivery.webhook_id")
      .select(["delivery.id", "webhook_id", "payload", "attempts", "next_attempt_at"])
      .select(["url", "secret"])
      .where("webhook_id", "=", webhookId)
      .where("next_attempt_at", "<=", now.toISOString())
      .where(maySend)
      .orderBy("next_attempt_at")
      .orderBy("delivery.id")
      .limit(1)
      .executeTakeFirst();
    if (!due) return undefined;
    const { next_attempt_at, ...delivery } = due;
    const { numUpdatedRows } = await trx
      .updateTable("webhook_deliveries")
      .set({ next_attempt_at: leased_until, attempts: due.attempts + 1 })
      .where("id", "=", due.id)
      .where("next_attempt_at", "=", next_attempt_at)
      .executeTakeFirstOrThrow();
    // Otherwise another server was faster.
    if (numUpdatedRows > 0n) return { ...delivery, attempts: due.attempts + 1, leased_until };
  }
}

/** Ends the claim of a delivery whose attempt was aborted because the server stops. */
export async function releaseDelivery(
  trx: Transaction<Database>,
  { id, attempts, leased_until }: ClaimedDelivery,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("webhook_deliveries")
    .set({ next_attempt_at: now.toISOString(), attempts: attempts - 1 })
    .where("id", "=", id)
    .where("next_attempt_at", "=", leased_until)
    .execute();
}

/** Switches a webhook off if all its deliveries have failed for days. */
async function countFailure(trx: Transaction<Database>, id: string, now: Date): Promise<void> {
  await trx
    .updateTable("webhooks")
    .set({ failing_since: now.toISOString() })
    .where("id", "=", id)
    .where("failing_since", "is", null)
    .execute();
  const limit = new Date(now.getTime() - WEBHOOK_FAILING_DAYS * DAY_MS).toISOString();
  const off_reason = `Every delivery failed for ${WEBHOOK_FAILING_DAYS} days`;
  const { numUpdatedRows } = await trx
    .updateTable("webhooks")
    .set({ is_active: 0, off_reason })
    .where("id", "=", id)
    .where("is_active", "=", 1)
    .where("failing_since", "<=", limit)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await dropPending(trx, id);
}

/**
 * Stores the result of an attempt, and when the next one is due. Ignores a result that arrives after
 * the end of its lease, if the delivery was sent again since.
 */
export async function settleDelivery(
  trx: Transaction<Database>,
  { id, webhook_id, attempts, leased_until }: ClaimedDelivery,
  { code, error }: DeliveryResult,
  now: Date,
): Promise<void> {
  const pause = attempts < DELIVERY_ATTEMPTS ? PAUSES_MS[attempts - 1] : undefined;
  const isRetried = error !== null && pause !== undefined;
  const next = isRetried ? new Date(now.getTime() + pause).toISOString() : null;
  const finished = error === null ? "delivered" : "failed";
  const { numUpdatedRows } = await trx
    .updateTable("webhook_deliveries")
    .set({
      state: isRetried ? "pending" : finished,
      attempted_at: now.toISOString(),
      next_attempt_at: next,
      response_code: code,
      error,
    })
    .where("id", "=", id)
    .where("next_attempt_at", "=", leased_until)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  if (error !== null) return await countFailure(trx, webhook_id, now);
  await trx
    .updateTable("webhooks")
    .set({ failing_since: null })
    .where("id", "=", webhook_id)
    .where("failing_since", "is not", null)
    .execute();
}
