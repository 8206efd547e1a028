import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import type { WebhookSecretResponse } from "#contract/shapes/webhook.ts";
import { transaction } from "#server/db/transaction.ts";
import { createWriteTogether } from "#server/db/writeTogether.ts";
import { DELIVERIES_MAX } from "#server/retention.ts";
import { deleteAllOld } from "#server/testing/retention.ts";
import { insertRows } from "#server/testing/rows.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";
import { type ClaimedDelivery, claimDelivery, dueWebhooks, settleDelivery } from "./attempts.ts";
import { newDelivery } from "./deliveries.ts";
import type { DeliveryResult } from "./post.ts";

const server = sharedServer();
let webhookId: string;

beforeEach(async () => {
  const admin = await server.as("admin");
  const fields = { url: "https://example.com/hook", events: "task.created" };
  const { body } = await admin.call("POST", "/api/webhooks", fields);
  webhookId = (body as WebhookSecretResponse).webhook.id;
});

/** Writes deliveries of one instant. */
async function deliver(count: number): Promise<void> {
  const made = { event: "task.created", data: {} } as const;
  const rows = Array.from({ length: count }, () =>
    newDelivery(webhookId, made, server.clock.time, randomUUID()),
  );
  await insertRows(server.db, "webhook_deliveries", rows);
}

const stored = () =>
  server.db
    .selectFrom("webhook_deliveries")
    .select(["id", "state", "created_at"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();

describe("the clean-up", () => {
  test("deletes deliveries that are older than a week", async () => {
    await deliver(1);
    server.clock.advance(6 * 24 * 60 * 60 * 1000);
    await deliver(1);
    const [newer] = await stored();
    await deleteAllOld(server);
    expect(await stored()).toHaveLength(2);
    server.clock.advance(2 * 24 * 60 * 60 * 1000);
    await deleteAllOld(server);
    expect(await stored()).toEqual([newer]);
  });

  test("keeps exactly the maximum number, the newest, also of a burst within one instant", async () => {
    await deliver(DELIVERIES_MAX);
    await deleteAllOld(server);
    expect(await stored()).toHaveLength(DELIVERIES_MAX);
    server.clock.advance(1);
    await deliver(1);
    const before = await stored();
    await deleteAllOld(server);
    expect(await stored()).toEqual(before.slice(0, -1));
  });
});

test("of several servers that claim deliveries at once, one gets each", async () => {
  await deliver(20);
  const { db, clock } = server;
  const claimAll = async () => {
    // As senders do: on PostgreSQL nothing but the claim itself keeps two of them apart.
    const together = createWriteTogether(db);
    const ids: string[] = [];
    while (ids.length <= 20) {
      const claimed = await together((trx) => claimDelivery(trx, webhookId, clock.time));
      if (!claimed) break;
      ids.push(claimed.id);
    }
    return ids;
  };
  const claimed = (await Promise.all([claimAll(), claimAll(), claimAll()])).flat();
  expect([claimed.length, new Set(claimed).size]).toEqual([20, 20]);
});

test("a late result does not overwrite that of a newer attempt", async () => {
  await deliver(1);
  const { db, clock } = server;
  const claim = async () => {
    const claimed = await transaction(db, (trx) => claimDelivery(trx, webhookId, clock.time));
    if (!claimed) throw new Error("No delivery is due");
    return claimed;
  };
  const late = await claim();
  clock.advance(2 * 60_000);
  const settle = (claimed: ClaimedDelivery, outcome: DeliveryResult) =>
    transaction(db, (trx) => settleDelivery(trx, claimed, outcome, clock.time));
  await settle(await claim(), { code: 204, error: null });
  await settle(late, { code: null, error: "No response" });
  expect(await stored()).toMatchObject([{ state: "delivered" }]);
  const webhooks = await db.selectFrom("webhooks").select("failing_since").execute();
  expect(webhooks).toEqual([{ failing_since: null }]);
});

test("a delivery that was made while its webhook was switched off is never sent, unless an admin asks", async () => {
  const { db, clock } = server;
  const admin = await server.as("admin");
  const url = `/api/webhooks/${webhookId}`;
  const claim = () => transaction(db, (trx) => claimDelivery(trx, webhookId, clock.time));
  await admin.call("PATCH", url, { is_active: false });
  // As a server does that has read the webhooks just before.
  await deliver(1);
  expect(await dueWebhooks(db, clock.time)).toEqual([]);
  expect(await claim()).toBeUndefined();
  await admin.call("PATCH", url, { is_active: true });
  expect(await claim()).toBeUndefined();
  await admin.call("PATCH", url, { is_active: false });
  const [delivery] = await stored();
  await admin.call("POST", `${url}/deliveries/${delivery?.id}/redelivery`);
  expect(await dueWebhooks(db, clock.time)).toEqual([webhookId]);
  expect(await claim()).toMatchObject({ id: delivery?.id });
});
