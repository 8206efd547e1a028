import { afterEach, beforeEach, expect } from "@jest/globals";
import type {
  Webhook,
  WebhookDeliveriesResponse,
  WebhookDelivery,
  WebhookSecretResponse,
  WebhooksResponse,
} from "#contract/shapes/webhook.ts";
import { createSender, type Sender } from "#server/webhooks/sender.ts";
import { sharedServer, sharedUser } from "./sharedServer.ts";
import { startReceiver, type WebhookReceiver } from "./webhookReceiver.ts";

/** A shared server with the admin Ada, a receiver, and senders, of which the tests expect no error. */
export function webhookSenders() {
  const server = sharedServer({ config: { privateWebhooks: true } });
  const admin = sharedUser(server, "admin", { name: "Ada" });
  const receiver = {} as WebhookReceiver;
  const sender = {} as Sender;
  const errors: unknown[] = [];

  /** A sender, as of another server on the database. */
  const newSender = (options?: Parameters<typeof createSender>[2]) =>
    createSender(server.deps, { error: (...line: unknown[]) => void errors.push(line) }, options);

  beforeEach(async () => {
    Object.assign(receiver, await startReceiver());
    Object.assign(sender, newSender());
  });
  afterEach(async () => {
    await sender.close();
    await receiver.close();
    expect(errors).toEqual([]);
  });

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
  };
}
