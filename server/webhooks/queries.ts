import { isDeepStrictEqual } from "node:util";
import type { Kysely, Transaction } from "kysely";
import type { AuditAction } from "#contract/audit.ts";
import type { Webhook, WebhookDelivery } from "#contract/shapes/webhook.ts";
import { valuesOf } from "#contract/task.ts";
import {
  WEBHOOKS_MAX,
  type WebhookEvent,
  type WebhookInput,
  type WebhookPatch,
} from "#contract/webhook.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { record, userSubject } from "#server/changes/record.ts";
import { settledNumber } from "#server/changes/settled.ts";
import type { WebhookRow } from "#server/db/schema/webhooks.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict, notFound } from "#server/refusals.ts";
import { dropPending, findDelivery, redeliver } from "./deliveries.ts";

const present = ({
  secret: _secret,
  seen_until: _seen,
  events,
  is_active,
  ...row
}: WebhookRow): Webhook => ({
  ...row,
  events: events.split(",") as WebhookEvent[],
  is_active: is_active === 1,
});

/** All webhooks, the newest first. */
export async function listWebhooks(db: Kysely<Database>): Promise<Webhook[]> {
  const rows = await db
    .selectFrom("webhooks")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(WEBHOOKS_MAX)
    .execute();
  return rows.map(present);
}

/** Reads a webhook. Throws a 404 if there is none. */
export async function findWebhook(db: Kysely<Database>, id: string): Promise<WebhookRow> {
  return await db
    .selectFrom("webhooks")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Webhook not found"));
}

/** Records a change of a webhook by its host, because its URL may contain a secret. */
async function recordWebhook(
  trx: Transaction<Database>,
  context: ChangeContext,
  kind: AuditAction,
  url: string,
): Promise<void> {
  const details = { to: new URL(url).host };
  await record(trx, context, { kind, subject: userSubject(context.by), details });
}

function patched(
  row: WebhookRow,
  { url, description, events, is_active }: WebhookPatch,
): WebhookRow {
  const isMoved = url !== undefined && url !== row.url;
  return {
    ...row,
    url: url ?? row.url,
    description: description ?? row.description,
    events: events === undefined ? row.events : valuesOf(events).join(),
    is_active: is_active === undefined ? row.is_active : Number(is_active),
    failing_since: is_active === true || isMoved ? null : row.failing_since,
    off_reason: is_active === undefined ? row.off_reason : null,
  };
}

/**
 * The webhook to which an earlier attempt of this request has given a secret. Throws a 404 if it was
 * deleted since, and a 409 if it got another secret.
 */
async function findGiven(trx: Transaction<Database>, id: string, secret: string) {
  const row = await findWebhook(trx, id);
  if (row.secret !== secret) throw conflict("The webhook has got another secret since");
  return row;
}

/**
 * Creates a webhook. Throws a 409 if there are too many, and like {@link findGiven}.
 */
export async function createWebhook(
  db: Kysely<Database>,
  input: WebhookInput,
  secret: string,
  context: ChangeContext & { id: string },
): Promise<Webhook> {
  const { id, at } = context;
  return await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return present(await findGiven(trx, id, secret));
    if ((await listWebhooks(trx)).length >= WEBHOOKS_MAX) {
      throw conflict(`There are ${WEBHOOKS_MAX} webhooks. Please delete one first.`);
    }
    const row: WebhookRow = {
      id,
      url: input.url,
      description: input.description,
      events: valuesOf(input.events).join(),
      is_active: Number(input.is_active),
      secret,
      created_at: at.toISOString(),
      failing_since: null,
      off_reason: null,
      seen_until: await settledNumber(trx),
    };
    await trx.insertInto("webhooks").values(row).execute();
    await recordWebhook(trx, context, "webhook.created", input.url);
    return present(row);
  });
}

/**
 * Changes a webhook. Switching it on resets its failures; switching it off, or on, drops its pending
 * deliveries. Throws a 404 if there is none.
 */
export async function updateWebhook(
  db: Kysely<Database>,
  id: string,
  patch: WebhookPatch,
  context: ChangeContext,
): Promise<Webhook> {
  return await transaction(db, async (trx) => {
    const before = await findWebhook(trx, id);
    if (await isRecorded(trx, context)) return present(before);
    const { id: _id, ...columns } = patched(before, patch);
    const after = { id, ...columns };
    // Changes while it was off are not delivered.
    if (after.is_active > before.is_active) columns.seen_until = await settledNumber(trx);
    if (isDeepStrictEqual(after, before)) return present(before);
    await trx.updateTable("webhooks").set(columns).where("id", "=", id).execute();
    // One may have been made while the webhook was being switched off.
    if (after.is_active !== before.is_active) await dropPending(trx, id);
    await recordWebhook(trx, context, "webhook.changed", after.url);
    return present(after);
  });
}

/**
 * Gives a webhook a new secret, which signs all deliveries from now on. Throws a 404 if there is none, and
 * like {@link findGiven}.
 */
export async function rotateSecret(
  db: Kysely<Database>,
  id: string,
  secret: string,
  context: ChangeContext,
): Promise<Webhook> {
  return await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return present(await findGiven(trx, id, secret));
    const row = await findWebhook(trx, id);
    await trx.updateTable("webhooks").set({ secret }).where("id", "=", id).execute();
    await recordWebhook(trx, context, "webhook.secret_rotated", row.url);
    return present(row);
  });
}

/** Deletes a webhook with its deliveries. Throws a 404 if there is none. */
export async function deleteWebhook(
  db: Kysely<Database>,
  id: string,
  context: ChangeContext,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return;
    const { url } = await findWebhook(trx, id);
    await trx.deleteFrom("webhooks").where("id", "=", id).execute();
    await recordWebhook(trx, context, "webhook.deleted", url);
  });
}

/** Sends a delivery again, with the same id. Throws a 404 if there is none. */
export async function sendAgain(
  db: Kysely<Database>,
  which: { webhookId: string; id: string },
  context: ChangeContext,
): Promise<WebhookDelivery> {
  return await transaction(db, async (trx) => {
    if (!(await isRecorded(trx, context))) {
      await redeliver(trx, which, context.at);
      const { url } = await findWebhook(trx, which.webhookId);
      await recordWebhook(trx, context, "webhook.delivery_sent_again", url);
    }
    return await findDelivery(trx, which);
  });
}
