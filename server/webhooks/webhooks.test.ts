import { describe, expect, test } from "@jest/globals";
import type {
  Webhook,
  WebhookDeliveriesResponse,
  WebhookSecretResponse,
} from "#contract/shapes/webhook.ts";
import { redactSecrets } from "#server/http/log.ts";
import { createTask, createWebhook, WEBHOOK } from "#server/testing/create.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { makeDeliveries } from "./makeDeliveries.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Ada" });

const create = async (fields: object = {}) => await createWebhook(admin, fields);

const addTask = async (fields: object = {}) => (await createTask(admin, fields)).id;

describe("a webhook", () => {
  test("shows its secret once, and a new one on demand", async () => {
    const made = await admin.call("POST", "/api/webhooks", { ...WEBHOOK, description: "CI" });
    const { secret, webhook } = made.body as WebhookSecretResponse;
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(webhook).toMatchObject({ description: "CI", is_active: true, off_reason: null });
    const listed = await admin.call("GET", "/api/webhooks");
    expect(listed.body).toEqual({ webhooks: [{ ...webhook, last_delivery: null }] });
    const rotated = await admin.call("POST", `/api/webhooks/${webhook.id}/secret`);
    const { secret: other } = rotated.body as WebhookSecretResponse;
    expect(other).toMatch(/^whsec_/);
    expect(other).not.toBe(secret);
    expect(redactSecrets(`The secret ${secret} is bad`)).toBe("The secret whsec_… is bad");
  });

  test("can be changed and deleted, which the audit log records without the path", async () => {
    const { id } = await create({ url: "https://example.com/hook/a-secret" });
    const patched = await admin.call("PATCH", `/api/webhooks/${id}`, { events: "task.moved" });
    expect(patched.body).toMatchObject({ webhook: { events: ["task.moved"], is_active: true } });
    expect(await admin.call("DELETE", `/api/webhooks/${id}`)).toMatchObject({ status: 204 });
    expect(await admin.call("DELETE", `/api/webhooks/${id}`)).toMatchObject({ status: 404 });
    const { body } = await admin.call("GET", "/api/audit?page=1&limit=10");
    const { entries } = body as { entries: { action: string; details: object }[] };
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      "webhook.changed",
      "webhook.created",
      "webhook.deleted",
    ]);
    expect(entries.map(({ details }) => details)).toEqual(
      entries.map(() => ({ to: "example.com" })),
    );
  });

  test("needs a public https address and known events", async () => {
    const errorsFor = async (fields: object) =>
      (await admin.call("POST", "/api/webhooks", { ...WEBHOOK, ...fields })).body;
    const refusedUrl = (msg: string) => ({ errors: [{ param: "url", msg }] });
    for (const url of ["http://example.com", "http://127.0.0.1"]) {
      expect(await errorsFor({ url })).toEqual(refusedUrl("The URL must begin with https://"));
    }
    for (const url of ["https://127.1/", "https://[::1]/", "https://169.254.169.254/"]) {
      expect(await errorsFor({ url })).toEqual(refusedUrl("The address must be public"));
    }
    const stacked = `https://example.com/${"\u0345\u0334".repeat(16)}`;
    const others = [
      "ftp://example.com",
      "https://ada:secret@example.com",
      "https://a b.c",
      stacked,
    ];
    for (const url of others) {
      expect(await errorsFor({ url })).toEqual(
        refusedUrl("Enter a URL such as https://example.com/hook"),
      );
    }
    for (const events of ["", ",", "task.created,task.invented"]) {
      expect(await errorsFor({ events })).toEqual({
        errors: [{ param: "events", msg: "Choose at least one event" }],
      });
    }
    const { id } = await create();
    const moved = await admin.call("PATCH", `/api/webhooks/${id}`, { url: "https://10.0.0.1/" });
    expect(moved).toMatchObject({ status: 400 });
  });

  test("sends only its own deliveries again", async () => {
    const [own, other] = [await create({ events: "task.created" }), await create()];
    await addTask();
    await makeDeliveries(server.db);
    const urlOf = ({ id }: Webhook) => `/api/webhooks/${id}/deliveries`;
    const { body } = await admin.call("GET", urlOf(own));
    const [delivery] = (body as WebhookDeliveriesResponse).deliveries;
    const again = (webhook: Webhook) =>
      admin.call("POST", `${urlOf(webhook)}/${delivery?.id}/redelivery`);
    expect(await again(other)).toMatchObject({ status: 404 });
    expect(await again(own)).toMatchObject({ body: { delivery: { id: delivery?.id } } });
  });

  test("that is switched off drops its pending deliveries, and gets no new events", async () => {
    const { id } = await create();
    await addTask();
    await makeDeliveries(server.db);
    await admin.call("PATCH", `/api/webhooks/${id}`, { is_active: false });
    await addTask();
    const { body } = await admin.call("GET", `/api/webhooks/${id}/deliveries`);
    expect(body).toMatchObject({
      deliveries: [
        { state: "failed", next_attempt_at: null, error: "The webhook was switched off" },
      ],
    });
    const listed = await admin.call("GET", "/api/webhooks");
    expect(listed.body).toMatchObject({ webhooks: [{ id, last_delivery: "failed" }] });
  });
});
