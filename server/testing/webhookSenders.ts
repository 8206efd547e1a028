import { expect } from "@jest/globals";
import type {
  Webhook,
  WebhookDeliveriesResponse,
  WebhookDelivery,
  WebhookSecretResponse,
  WebhooksResponse,
} from "#contract/webhook.ts";
import { createSender } from "#server/webhooks/sender.ts";
import { startServer } from "./server.ts";
import { startReceiver } from "./webhookReceiver.ts";

/** A server with the admin Ada, a receiver, and senders, of which `close` expects no error. */
export async function startSenders() {
  const server = await startServer({ config: { privateWebhooks: true } });
  const receiver = await startReceiver();
  const admin = await server.as("admin", { name: "Ada" });
  const errors: unknown[] = [];

  /** A sender, as of another server on the database. */
  const newSender = (options?: Parameters<typeof createSender>[2]) =>
    createSender(server.deps, { error: (...line: unknown[]) => void errors.push(line) }, options);
  const sender = newSender();

  /** Creates a webhook, by default to the receiver. */
  async function create(fields: object = {}): Promise<WebhookSecretResponse> {
    const body = { url: receiver.url, events: "task.created", ...fields };
    const made = await admin.call("POST", "/api/webhooks", body);
    expect(made).toMatchObject({ status: 201 });
    return made.body as WebhookSecretResponse;
  }

  const addTask = (title = "A task") =>
    admin.call("POST", "/api/tasks", { title, priority: "Low" });

  async function deliveries({ id }: Pick<Webhook, "id">): Promise<WebhookDelivery[]> {
    const { body } = await admin.call("GET", `/api/webhooks/${id}/deliveries`);
    return (body as WebhookDeliveriesResponse).deliveries;
  }

  async function onlyWebhook(): Promise<Webhook | undefined> {
    const { body } = await admin.call("GET", "/api/webhooks");
    return (body as WebhooksResponse).webhooks[0];
  }

  async function close(): Promise<void> {
    await sender.close();
    await server.close();
    await receiver.close();
    expect(errors).toEqual([]);
  }

  return {
    server,
    receiver,
    admin,
    newSender,
    sender,
    create,
    addTask,
    deliveries,
    onlyWebhook,
    close,
  };
}

export type Senders = Awaited<ReturnType<typeof startSenders>>;
