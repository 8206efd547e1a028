import { expect } from "@jest/globals";
import type { Task, TaskResponse } from "#contract/shapes/task.ts";
import type { Team, TeamResponse } from "#contract/shapes/team.ts";
import type { Webhook, WebhookSecretResponse } from "#contract/shapes/webhook.ts";
import { WEBHOOK_EVENTS } from "#contract/webhook.ts";
import type { TestUser } from "./server.ts";

/** Creates a task as a user. */
export async function createTask({ call }: TestUser, fields: object = {}): Promise<Task> {
  const made = await call("POST", "/api/tasks", { title: "Task", priority: "Low", ...fields });
  expect(made).toMatchObject({ status: 201 });
  return (made.body as TaskResponse).task;
}

/** Creates a team as an admin. */
export async function createTeam({ call }: TestUser, name = "Crew"): Promise<Team> {
  const made = await call("POST", "/api/teams", { name });
  expect(made).toMatchObject({ status: 201 });
  return (made.body as TeamResponse).team;
}

/** The fields of a webhook of all events. */
export const WEBHOOK = { url: "https://example.com/hook", events: WEBHOOK_EVENTS.join() };

/** Creates a webhook as an admin. */
export async function createWebhook({ call }: TestUser, fields: object = {}): Promise<Webhook> {
  const made = await call("POST", "/api/webhooks", { ...WEBHOOK, ...fields });
  expect(made).toMatchObject({ status: 201 });
  return (made.body as WebhookSecretResponse).webhook;
}
