import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { FastifyInstance } from "fastify";
import type { ApiTokenCreatedResponse } from "#contract/apiToken.ts";
import type { Comment } from "#contract/comment.ts";
import type { InvitationsResponse, MadeLink } from "#contract/link.ts";
import type { TaskResponse } from "#contract/task.ts";
import type { WebhookDeliveryResponse, WebhookSecretResponse } from "#contract/webhook.ts";
import { buildApp } from "#server/app.ts";
import { inboxOf } from "#server/testing/inbox.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";
import { HttpError } from "./errors.ts";

let server: TestServer;
let admin: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  await server.clear();
  admin = await server.as("admin");
  bob = await server.as("member");
});
afterAll(() => server.close());

/** Sends a request whose key is the same each time. */
async function send(url: string, payload: object, app: FastifyInstance = server.app) {
  const authorization = `Bearer ${admin.accessToken}`;
  const headers = { authorization, "idempotency-key": "attempt-number-0001" };
  const response = await app.inject({ method: "POST", url, headers, payload });
  return { status: response.statusCode, body: response.json<unknown>() };
}

/** A repeat may come late. */
const wait = () => server.clock.advance(61_000);

test.each([429, 500, 503])(
  "a repeat of a request that failed with %d is carried out",
  async (status) => {
    const app = await buildApp(server.deps);
    const failures = [new HttpError(status, { error: "Not now" }, 1)];
    app.addHook("preHandler", async () => {
      const failure = failures.pop();
      if (failure) throw failure;
    });
    const team = { name: "Crew" };
    expect(await send("/api/teams", team, app)).toMatchObject({ status });
    expect(await send("/api/teams", team, app)).toMatchObject({ status: 201 });
    await app.close();
  },
);

test("a late repeat of a task's creation does not notify its assignee again", async () => {
  const task = { title: "Tea", priority: "Low", assignee_id: bob.user.id };
  const first = await send("/api/tasks", task);
  await bob.call("POST", "/api/inbox/read", { until: server.clock.time.toISOString() });
  expect(await inboxOf(bob)).toMatchObject({ unread: 0, items: [{ kind: "assigned" }] });
  wait();
  expect(await send("/api/tasks", task)).toEqual(first);
  expect(await inboxOf(bob)).toMatchObject({ unread: 0, items: [{ kind: "assigned" }] });
});

/** Sends a request to another server, with the same key each time. */
async function repeatOn(
  app: FastifyInstance,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  payload?: object,
) {
  const authorization = `Bearer ${admin.accessToken}`;
  const headers = { authorization, "idempotency-key": "attempt-number-0002" };
  const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
  return {
    status: response.statusCode,
    body: response.body === "" ? "" : response.json<unknown>(),
  };
}

test("a repeat of a creation after the deletion creates nothing again", async () => {
  const other = await buildApp(server.deps);
  const task = { title: "Tea", priority: "Low" };
  const { body } = await send("/api/tasks", task);
  const url = `/api/tasks/${(body as TaskResponse).task.id}`;
  const comments = `${url}/comments`;
  const said = await send(comments, { comment: "Hello" });
  const gone = await admin.call("DELETE", `${comments}/${(said.body as Comment).id}`);
  expect(gone).toMatchObject({ status: 204 });
  expect(await send(comments, { comment: "Hello" }, other)).toMatchObject({ status: 404 });
  await admin.call("DELETE", url);
  expect(await send("/api/tasks", task, other)).toMatchObject({ status: 404 });
  expect(await admin.call("GET", url)).toMatchObject({ status: 404 });
  await other.close();
});

test("a late repeat of a change gets the present state, and doesn't undo what others did since", async () => {
  const other = await buildApp(server.deps);
  const eve = await server.as("member");
  const made = await send("/api/tasks", { title: "Tea", priority: "Low" });
  const { id } = (made.body as TaskResponse).task;
  const [board, task] = [`/api/kanban/${id}/status`, `/api/tasks/${id}`];
  const said = await send(`${task}/comments`, { comment: "Hello" });
  const comment = `${task}/comments/${(said.body as Comment).id}`;
  const user = `/api/users/${eve.user.id}`;
  const steps = [
    ["PATCH", board, { status: "Done" }, { status: "Todo" }],
    ["PATCH", task, { priority: "High" }, { priority: "Medium" }],
    ["PATCH", comment, { comment: "Hello @Max Member" }, { comment: "Bye" }],
    ["PUT", user, { role: "admin" }, { role: "member" }],
    [
      "PUT",
      "/api/profile",
      { name: "Grace", email: admin.user.email },
      { name: "Ada", email: admin.user.email },
    ],
  ] as const;
  for (const [method, url, first, since] of steps) {
    expect([url, await repeatOn(server.app, method, url, first)]).toMatchObject([
      url,
      { status: 200 },
    ]);
    const { body } = await admin.call(method, url, since);
    await bob.call("POST", "/api/inbox/read", { until: server.clock.time.toISOString() });
    const recorded = await server.db.selectFrom("changes").select("number").execute();
    wait();
    expect([url, await repeatOn(other, method, url, first)]).toEqual([url, { status: 200, body }]);
    expect(await server.db.selectFrom("changes").select("number").execute()).toEqual(recorded);
    expect(await inboxOf(bob)).toMatchObject({ unread: 0 });
  }
  expect(await repeatOn(other, "PATCH", board, { status: "In Progress" })).toMatchObject({
    status: 422,
  });
  expect(await repeatOn(server.app, "DELETE", comment)).toMatchObject({ status: 204 });
  expect(await repeatOn(other, "DELETE", comment)).toMatchObject({ status: 204 });
  await other.close();
});

test("the deletion of a user is recorded although it revokes their links, too", async () => {
  await send(`/api/users/${bob.user.id}/reset-link`, {});
  await repeatOn(server.app, "DELETE", `/api/users/${bob.user.id}`);
  const kinds = await server.db.selectFrom("changes").select("kind").orderBy("number").execute();
  expect(kinds.map(({ kind }) => kind)).toEqual([
    "reset_link.made",
    "reset_link.revoked",
    "user.deleted",
  ]);
});

test("a late repeat of a bulk action gets its run; one for other users is refused", async () => {
  const eve = await server.as("member");
  const runOf = async ({ user }: TestUser, role = "admin") => {
    wait();
    const users = { user_ids: user.id, confirm_count: 1 };
    return await send("/api/user-runs", { action: "role", role, ...users });
  };
  expect(await runOf(bob)).toMatchObject({ status: 201 });
  expect(await runOf(eve)).toMatchObject({ status: 422 });
  expect(await runOf(bob, "member")).toMatchObject({ status: 422 });
  expect(await runOf(bob)).toMatchObject({ status: 201, body: { run: { total: 1 } } });
});

test("a late repeat of invitations gets the same links, which stay valid", async () => {
  const invite = (list: string) => send("/api/invitations", { list });
  const list = "eve@example.com, ann@example.com\nmax@example.com";
  const first = await invite(list);
  expect(first).toMatchObject({
    status: 201,
    body: { results: [{ line: 1 }, { line: 1 }, { line: 2 }] },
  });
  wait();
  expect(await invite(list)).toEqual(first);
  const [made] = (first.body as InvitationsResponse).results;
  const token = made?.made?.path.split("#")[1];
  const opened = await server.call("POST", "/api/links/open", { token });
  expect(opened).toMatchObject({ status: 200 });
  expect(await invite(list.replace("ann", "other"))).toMatchObject({ status: 422 });
});

describe("a late repeat of a request that makes a secret", () => {
  const sendTo = async (app: FastifyInstance, url: string, payload?: object) =>
    await repeatOn(app, "POST", url, payload);
  const changes = async () => await server.db.selectFrom("changes").select("id").execute();
  /** The links and codes that work, without their hashes. */
  const working = async () =>
    await server.db.selectFrom("secrets").selectAll().where("ended_at", "is", null).execute();

  async function makeLink(): Promise<string> {
    const { body } = await send(`/api/users/${bob.user.id}/reset-link`, {});
    return (body as MadeLink).link.id;
  }
  async function makeWebhook(): Promise<string> {
    const webhook = { url: "https://example.com/hook", events: "task.created" };
    const { body } = await send("/api/webhooks", webhook);
    return (body as WebhookSecretResponse).webhook.id;
  }

  test.each<[string, () => Promise<[url: string, payload?: object]>]>([
    ["a calendar feed", async () => ["/api/profile/calendar"]],
    ["a reset link", async () => [`/api/users/${bob.user.id}/reset-link`]],
    ["a renewed link", async () => [`/api/links/${await makeLink()}/renew`]],
    ["an API token", async () => ["/api/tokens", { name: "Script", scope: "read", days: 7 }]],
    [
      "a webhook",
      async () => ["/api/webhooks", { url: "https://a.example", events: "task.moved" }],
    ],
    ["a webhook's new secret", async () => [`/api/webhooks/${await makeWebhook()}/secret`]],
  ])("gets the same one, which still works: %s", async (_what, prepare) => {
    const other = await buildApp(server.deps);
    const [url, payload] = await prepare();
    const first = await sendTo(server.app, url, payload);
    expect(first).toMatchObject({ status: 201 });
    const [recorded, secrets] = [await changes(), await working()];
    wait();
    expect(await sendTo(other, url, payload)).toEqual(first);
    expect([await changes(), await working()]).toEqual([recorded, secrets]);
    await other.close();
  });

  test("is refused if the secret has ended since, and makes none", async () => {
    const tokens = ["/api/tokens", { name: "Script", scope: "read", days: 7 }] as const;
    const made = (await sendTo(server.app, ...tokens)).body as ApiTokenCreatedResponse;
    await sendTo(server.app, "/api/profile/calendar");
    await sendTo(server.app, `/api/users/${bob.user.id}/reset-link`);
    await admin.call("DELETE", `/api/tokens/${made.token.id}`);
    await admin.call("DELETE", "/api/profile/calendar");
    await admin.call("POST", `/api/users/${bob.user.id}/reset-link`);
    const secrets = await working();
    for (const [url, payload] of [
      tokens,
      ["/api/profile/calendar"] as const,
      [`/api/users/${bob.user.id}/reset-link`] as const,
    ]) {
      expect([url, await sendTo(server.app, url, payload)]).toMatchObject([url, { status: 409 }]);
    }
    expect(await working()).toEqual(secrets);
  });

  test("creates no webhook again that was deleted since", async () => {
    const webhook = { url: "https://a.example", events: "task.moved" };
    const { body } = await sendTo(server.app, "/api/webhooks", webhook);
    await admin.call("DELETE", `/api/webhooks/${(body as WebhookSecretResponse).webhook.id}`);
    expect(await sendTo(server.app, "/api/webhooks", webhook)).toMatchObject({ status: 404 });
    const { body: list } = await admin.call("GET", "/api/webhooks");
    expect(list).toEqual({ webhooks: [] });
  });
});

test("a late repeat of an end doesn't end what was made since", async () => {
  await admin.call("POST", "/api/profile/calendar");
  const { body } = await admin.call("POST", `/api/users/${bob.user.id}/reset-link`);
  const urls = ["/api/profile/calendar", `/api/links/${(body as MadeLink).link.id}`];
  for (const url of urls) {
    expect(await repeatOn(server.app, "DELETE", url)).toMatchObject({ status: 204 });
  }
  await admin.call("POST", "/api/profile/calendar");
  wait();
  for (const url of urls) {
    expect([url, await repeatOn(server.app, "DELETE", url)]).toMatchObject([url, { status: 204 }]);
  }
  const { body: feed } = await admin.call("GET", "/api/profile/calendar");
  expect(feed).toMatchObject({ calendar: { created_at: expect.any(String) as unknown } });
});

test("a late repeat of a webhook's change or redelivery does nothing again", async () => {
  const webhook = { url: "https://a.example", events: "task.moved" };
  const made = (await send("/api/webhooks", webhook)).body as WebhookSecretResponse;
  const url = `/api/webhooks/${made.webhook.id}`;
  const test = (await send(`${url}/test`, {})).body as WebhookDeliveryResponse;
  const again = `${url}/deliveries/${test.delivery.id}/redelivery`;
  const deliveries = server.db.selectFrom("webhook_deliveries");
  const settle = async () =>
    await server.db
      .updateTable("webhook_deliveries")
      .set({ state: "delivered", next_attempt_at: null })
      .execute();
  await settle();
  expect(await repeatOn(server.app, "POST", again)).toMatchObject({
    status: 200,
    body: { delivery: { state: "pending" } },
  });
  await settle();
  await repeatOn(server.app, "PATCH", url, { description: "One" });
  await admin.call("PATCH", url, { description: "Two" });
  wait();
  expect(await repeatOn(server.app, "POST", again)).toMatchObject({
    status: 200,
    body: { delivery: { state: "delivered" } },
  });
  expect(await deliveries.select("state").execute()).toEqual([{ state: "delivered" }]);
  expect(await repeatOn(server.app, "PATCH", url, { description: "One" })).toMatchObject({
    status: 200,
    body: { webhook: { description: "Two" } },
  });
  const { body: log } = await admin.call("GET", "/api/audit?action=webhook.delivery_sent_again");
  expect(log).toMatchObject({ pagination: { total: 1 } });
});
