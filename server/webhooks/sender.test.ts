import { createHmac } from "node:crypto";
import { describe, expect, jest, test } from "@jest/globals";
import type { WebhookDeliveryResponse } from "#contract/shapes/webhook.ts";
import { DAY_MS, HOUR_MS } from "#contract/time.ts";
import { DELIVERY_ATTEMPTS } from "#contract/webhook.ts";
import { buildApp } from "#server/app.ts";
import { startReceiver } from "#server/testing/webhookReceiver.ts";
import { webhookSenders } from "#server/testing/webhookSenders.ts";

const { server, receiver, admin, newSender, sender, create, addTask, deliveries, onlyWebhook } =
  webhookSenders();

describe("a delivery", () => {
  test("is signed according to Standard Webhooks, and reaches the receiver", async () => {
    const { webhook, secret } = await create();
    await addTask();
    await sender.sendDue();
    const [{ headers, body } = { headers: {}, body: "" }, ...others] = receiver.received;
    expect(others).toEqual([]);
    const { "webhook-id": id, "webhook-timestamp": timestamp } = headers;
    expect(Number(timestamp)).toBe(server.clock.time.getTime() / 1000);
    expect(headers).toMatchObject({ "content-type": "application/json" });
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    expect(key).toHaveLength(32);
    const signature = createHmac("sha256", key)
      .update(`${String(id)}.${String(timestamp)}.${body}`)
      .digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
    expect(JSON.parse(body)).toMatchObject({
      type: "task.created",
      timestamp: server.clock.time.toISOString(),
      data: { task: { title: "A task", team: null }, actor: { id: admin.user.id, name: "Ada" } },
    });
    expect(await deliveries(webhook)).toMatchObject([
      { id, state: "delivered", attempts: 1, response_code: 204, error: null },
    ]);
  });

  test("is retried with the same id and growing pauses for about a day, then fails", async () => {
    const { webhook } = await create();
    await addTask();
    const started = server.clock.time.getTime();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= DELIVERY_ATTEMPTS; attempt += 1) {
      receiver.answers.push(500);
      await sender.sendDue();
      const [delivery] = await deliveries(webhook);
      expect(delivery).toMatchObject({
        attempts: attempt,
        response_code: 500,
        error: "Answer 500",
        state: attempt < DELIVERY_ATTEMPTS ? "pending" : "failed",
      });
      if (!delivery?.next_attempt_at) break;
      const pause = Date.parse(delivery.next_attempt_at) - server.clock.time.getTime();
      server.clock.advance(pause - 1);
      await sender.sendDue();
      expect(receiver.received).toHaveLength(attempt);
      server.clock.advance(1);
      pauses.push(pause);
    }
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses).toHaveLength(DELIVERY_ATTEMPTS - 1);
    const hours = (server.clock.time.getTime() - started) / HOUR_MS;
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThan(26);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    server.clock.advance(DAY_MS);
    await sender.sendDue();
    expect(receiver.received).toHaveLength(DELIVERY_ATTEMPTS);
  });

  test("is sent again on demand, with the same id", async () => {
    const { webhook } = await create();
    receiver.answers.push(500);
    await addTask();
    await sender.sendDue();
    const [delivery] = await deliveries(webhook);
    const url = `/api/webhooks/${webhook.id}/deliveries/${delivery?.id}/redelivery`;
    expect((await admin.call("POST", url)).body).toMatchObject({
      delivery: { id: delivery?.id, state: "pending", attempts: 0 },
    });
    await sender.sendDue();
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([delivery?.id, delivery?.id]);
    expect(await deliveries(webhook)).toMatchObject([{ state: "delivered", error: null }]);
  });

  test("follows no redirect, and keeps a bounded part of a long response", async () => {
    const { webhook } = await create();
    receiver.answers.push(
      (response) => void response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end(),
      (response) => void response.writeHead(500).end("no\0\u0007 ".repeat(100_000)),
    );
    await addTask();
    await sender.sendDue();
    expect(receiver.received).toHaveLength(1);
    expect(await deliveries(webhook)).toMatchObject([
      { state: "pending", response_code: 302, error: "Redirects are not followed" },
    ]);
    await addTask();
    await sender.sendDue();
    const { error } = (await deliveries(webhook)).find((one) => one.response_code === 500) ?? {};
    expect(error).toMatch(/^no {2}no/);
    expect(error).toHaveLength(500);
  });

  test("fails if the receiver is slow or can't be reached, and other webhooks don't wait", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.answers.push(() => resolve());
    const { webhook } = await create();
    await addTask();
    const sending = newSender({ timeoutMs: 2_000 }).sendDue();
    await promise;
    const other = await startReceiver();
    await create({ url: other.url });
    await addTask();
    receiver.answers.push(500);
    await newSender().sendDue();
    expect(other.received).toHaveLength(1);
    await sending;
    const slow = (await deliveries(webhook)).find(({ response_code }) => response_code === null);
    expect(slow?.error).toBe("No response within 2 seconds");
    await other.close();
    const { webhook: gone } = await create({ url: other.url });
    await addTask();
    await newSender().sendDue();
    expect(await deliveries(gone)).toMatchObject([{ error: "The connection was refused" }]);
  });

  test("that is a test reaches a webhook that is off", async () => {
    const { webhook } = await create({ is_active: false });
    await addTask();
    const made = await admin.call("POST", `/api/webhooks/${webhook.id}/test`);
    expect(made).toMatchObject({ status: 201 });
    const { delivery } = made.body as WebhookDeliveryResponse;
    await sender.sendDue();
    expect(receiver.received).toHaveLength(1);
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({ type: "webhook.test" });
    expect(await deliveries(webhook)).toMatchObject([{ id: delivery.id, state: "delivered" }]);
  });
});

describe("addresses that are not public", () => {
  const errorOf = async (url: string) => {
    const { webhook } = await create({ url });
    server.deps.config.privateWebhooks = false;
    const strict = newSender();
    await admin.call("POST", `/api/webhooks/${webhook.id}/test`);
    await strict.sendDue();
    return (await deliveries(webhook))[0]?.error;
  };

  test("get no delivery, also if a name resolves to them", async () => {
    const port = new URL(receiver.url).port;
    expect(await errorOf(`https://localhost:${port}/`)).toBe("The address is not public");
    server.deps.config.privateWebhooks = true;
    expect(await errorOf(`https://127.0.0.1:${port}/`)).toBe("The address is not public");
    server.deps.config.privateWebhooks = true;
    expect(await errorOf(receiver.url)).toBe("The URL must begin with https://");
    expect(receiver.received).toEqual([]);
  });
});

describe("a webhook that fails for days", () => {
  test("is switched off with a reason, and its failures count from zero when it is switched on", async () => {
    const { webhook } = await create();
    for (let day = 0; day <= 3; day += 1) {
      receiver.answers.push(503);
      await addTask();
      await sender.sendDue();
      await server.db.deleteFrom("webhook_deliveries").execute();
      expect(await onlyWebhook()).toMatchObject({ is_active: day < 3 });
      server.clock.advance(DAY_MS);
    }
    expect(await onlyWebhook()).toMatchObject({ off_reason: "Every delivery failed for 3 days" });
    await addTask();
    await sender.sendDue();
    expect(receiver.received).toHaveLength(4);
    await admin.call("PATCH", `/api/webhooks/${webhook.id}`, { is_active: true });
    expect(await onlyWebhook()).toMatchObject({
      is_active: true,
      failing_since: null,
      off_reason: null,
    });
  });

  test("stays on if a delivery succeeds between failures", async () => {
    await create();
    for (const answer of [503, 204, 503]) {
      receiver.answers.push(answer);
      await addTask();
      await sender.sendDue();
      await server.db.deleteFrom("webhook_deliveries").execute();
      server.clock.advance(2 * DAY_MS);
    }
    expect(await onlyWebhook()).toMatchObject({ is_active: true });
  });
});

test("a running server sends deliveries soon after a change, and after a restart", async () => {
  // No delivery waits for the interval.
  const intervals = jest.spyOn(globalThis, "setInterval").mockReturnValue(setTimeout(() => {}, 0));
  const { webhook } = await create();
  await addTask();
  const arrived = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  const again = Promise.withResolvers<void>();
  const accept = (resolve: () => void) => (response: { end: () => void }) => {
    response.end();
    resolve();
  };
  receiver.answers.push(accept(arrived.resolve), accept(changed.resolve), accept(again.resolve));
  const app = await buildApp(server.deps);
  await app.listen({ port: 0 });
  await arrived.promise;
  await addTask();
  await changed.promise;
  await admin.call("POST", `/api/webhooks/${webhook.id}/test`);
  await again.promise;
  expect(receiver.received).toHaveLength(3);
  await app.close();
  intervals.mockRestore();
});
