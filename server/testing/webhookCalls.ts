import { expect } from "@jest/globals";
import type { TaskResponse } from "#contract/task.ts";
import { WEBHOOK_EVENTS, type Webhook, type WebhookSecretResponse } from "#contract/webhook.ts";
import type { TestUser } from "./server.ts";

/** The fields of a webhook of all events. */
export const WEBHOOK = { url: "https://example.com/hook", events: WEBHOOK_EVENTS.join() };

/** Creates a webhook as an admin. */
export async function createWebhook({ call }: TestUser, fields: object = {}): Promise<Webhook> {
  const made = await call("POST", "/api/webhooks", { ...WEBHOOK, ...fields });
  expect(made).toMatchObject({ status: 201 });
  return (made.body as WebhookSecretResponse).webhook;
}

/** Creates a task as a user. Returns its id. */
export async function createTask({ call }: TestUser, fields: object = {}): Promise<string> {
  const made = await call("POST", "/api/tasks", { title: "Task", priority: "Low", ...fields });
  return (made.body as TaskResponse).task.id;
}
