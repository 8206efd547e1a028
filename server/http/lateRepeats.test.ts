import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { FastifyInstance } from "fastify";
import type { ApiTokenCreatedResponse } from "#contract/shapes/apiToken.ts";
import type { Comment } from "#contract/shapes/comment.ts";
import type { MadeLink } from "#contract/shapes/link.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import type { TeamResponse } from "#contract/shapes/team.ts";
import type { WebhookDeliveryResponse, WebhookSecretResponse } from "#contract/shapes/webhook.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { buildApp } from "#server/app.ts";
import { TABLES } from "#server/db/backup/tables.ts";
import { inboxOf } from "#server/testing/inbox.ts";
import { REUSED, sendWith } from "#server/testing/repeats.ts";
import { openScene } from "#server/testing/routeCalls/openScene.ts";
import { PASSWORD } from "#server/testing/routeCalls/scene.ts";
import { ROUTE_CALLS } from "#server/testing/routeCalls.ts";
import type { TestUser } from "#server/testing/server.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";

/* A request is repeated at another server, which has no response of the first: its route finds what was done. */

const TASK = { title: "Tea", priority: "Low" };
const WEBHOOK = { url: "https://a.example", events: "task.moved" };
const TOKEN = { name: "Script", scope: "read", days: 7 };

const server = sharedServer();
let other: FastifyInstance;
let password_hash: string;
let admin: TestUser;
let bob: TestUser;
let send: ReturnType<typeof sendWith>;
let task: string;
let team: string;

beforeAll(async () => {
  other = await buildApp(server.deps);
  password_hash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  admin = await server.as("admin", { password_hash });
  bob = await server.as("member");
  send = sendWith(admin, "attempt-number-0001");
  const made = await admin.call("POST", "/api/tasks", TASK);
  task = `/api/tasks/${(made.body as TaskResponse).task.id}`;
  const { body } = await admin.call("POST", "/api/teams", { name: "Crew" });
  team = `/api/teams/${(body as TeamResponse).team.id}`;
});
afterAll(() => other.close());

type Sent = [method: "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload?: object];
const sendTo = (app: FastifyInstance, [method, url, payload]: Sent) =>
  send(app, { method, url, ...(payload && { payload }) });

const resetLink = async (): Promise<MadeLink> =>
  (await admin.call("POST", `/api/users/${bob.user.id}/reset-link`)).body as MadeLink;
const makeWebhook = async (): Promise<string> => {
  const { body } = await admin.call("POST", "/api/webhooks", WEBHOOK);
  return `/api/webhooks/${(body as WebhookSecretResponse).webhook.id}`;
};
const comment = async (): Promise<string> => {
  const { body } = await admin.call("POST", `${task}/comments`, { comment: "Hello" });
  return `${task}/comments/${(body as Comment).id}`;
};
const deactivation = () => ({ action: "deactivate", user_ids: bob.user.id, confirm_count: 1 });
const addBob = (): Sent => ["POST", `${team}/members`, { userId: bob.user.id }];

/** All rows, by table. */
const allRows = async () =>
  await Promise.all(
    TABLES.map(async (table) => [table, await server.db.selectFrom(table).selectAll().execute()]),
  );

test.each<[what: string, request: () => Sent | Promise<Sent>]>([
  ["a task", () => ["POST", "/api/tasks", { ...TASK, assignee_id: bob.user.id }]],
  ["a task's end", () => ["DELETE", task]],
  ["a comment", () => ["POST", `${task}/comments`, { comment: "Hello" }]],
  ["a comment's end", async () => ["DELETE", await comment()]],
  ["a team", () => ["POST", "/api/teams", { name: "Team" }]],
  ["a team's new member", addBob],
  [
    "a team's member that leaves",
    async () => {
      await admin.call(...addBob());
      return ["DELETE", `${team}/members/${bob.user.id}`];
    },
  ],
  ["a user's end", () => ["DELETE", `/api/users/${bob.user.id}`]],
  [
    "a new password",
    () => [
      "PUT",
      "/api/profile/password",
      { currentPassword: PASSWORD, newPassword: "another one!" },
    ],
  ],
  ["invitations", () => ["POST", "/api/invitations", { list: "eve@example.com\nmax@example.com" }]],
  ["a calendar feed", () => ["POST", "/api/profile/calendar"]],
  ["a reset link", () => ["POST", `/api/users/${bob.user.id}/reset-link`]],
  ["a renewed link", async () => ["POST", `/api/links/${(await resetLink()).link.id}/renew`]],
  ["an API token", () => ["POST", "/api/tokens", TOKEN]],
  [
    "an API token's end",
    async () => {
      const { body } = await admin.call("POST", "/api/tokens", TOKEN);
      return ["DELETE", `/api/tokens/${(body as ApiTokenCreatedResponse).token.id}`];
    },
  ],
  ["a webhook", () => ["POST", "/api/webhooks", WEBHOOK]],
  ["a webhook's new secret", async () => ["POST", `${await makeWebhook()}/secret`]],
  ["a bulk action on users", () => ["POST", "/api/user-runs", deactivation()]],
  ["a hand-over", () => ["POST", `/api/users/${admin.user.id}/hand-over`, { to: bob.user.id }]],
])("a repeat gets the same response, and changes nothing: %s", async (_what, request) => {
  const sent = await request();
  const first = await sendTo(server.app, sent);
  expect(first[0]).toBeLessThan(300);
  await bob.call("POST", "/api/inbox/read", { until: server.clock.time.toISOString() });
  const rows = await allRows();
  expect(await sendTo(other, sent)).toEqual(first);
  expect(await allRows()).toEqual(rows);
});

test.each<[what: string, status: number, create: () => Sent, end: (made: never) => Sent]>([
  [
    "a task",
    404,
    () => ["POST", "/api/tasks", TASK],
    (made: TaskResponse) => ["DELETE", `/api/tasks/${made.task.id}`],
  ],
  [
    "a comment",
    404,
    () => ["POST", `${task}/comments`, { comment: "Hello" }],
    ({ id }: Comment) => ["DELETE", `${task}/comments/${id}`],
  ],
  ["a membership", 201, addBob, () => ["DELETE", `${team}/members/${bob.user.id}`]],
  [
    "a webhook",
    404,
    () => ["POST", "/api/webhooks", WEBHOOK],
    (made: WebhookSecretResponse) => ["DELETE", `/api/webhooks/${made.webhook.id}`],
  ],
  [
    "an API token",
    409,
    () => ["POST", "/api/tokens", TOKEN],
    (made: ApiTokenCreatedResponse) => ["DELETE", `/api/tokens/${made.token.id}`],
  ],
  [
    "a calendar feed",
    409,
    () => ["POST", "/api/profile/calendar"],
    () => ["DELETE", "/api/profile/calendar"],
  ],
  [
    "a reset link",
    409,
    () => ["POST", `/api/users/${bob.user.id}/reset-link`],
    () => ["POST", `/api/users/${bob.user.id}/reset-link`],
  ],
])("a repeat doesn't create again what has ended since: %s", async (_what, status, create, end) => {
  const sent = create();
  const [first, made] = await sendTo(server.app, sent);
  expect(first).toBe(201);
  expect((await admin.call(...end(made as never))).status).toBeLessThan(300);
  const rows = await allRows();
  expect(await sendTo(other, sent)).toMatchObject([status, {}]);
  expect(await allRows()).toEqual(rows);
});

test("a repeat of a change gets the present state, and doesn't undo what others did since", async () => {
  const board = task.replace("tasks", "kanban");
  const eve = await server.as("member");
  const { email } = admin.user;
  const steps: [Sent[0], url: string, first: object, since: object][] = [
    ["PATCH", `${board}/status`, { status: "Done" }, { status: "Todo" }],
    ["PATCH", task, { priority: "High" }, { priority: "Medium" }],
    ["PATCH", await comment(), { comment: "Hello @Max Member" }, { comment: "Bye" }],
    ["PUT", `/api/users/${eve.user.id}`, { role: "admin" }, { role: "member" }],
    ["PUT", "/api/profile", { name: "Grace", email }, { name: "Ada", email }],
    ["PATCH", await makeWebhook(), { description: "One" }, { description: "Two" }],
  ];
  for (const [method, url, first, since] of steps) {
    const sent: Sent = [method, url, first];
    expect([url, await sendTo(server.app, sent)]).toMatchObject([url, [200, {}]]);
    const { body } = await admin.call(method, url, since);
    await bob.call("POST", "/api/inbox/read", { until: server.clock.time.toISOString() });
    const rows = await allRows();
    expect([url, await sendTo(other, sent)]).toEqual([url, [200, body]]);
    expect(await allRows()).toEqual(rows);
    expect(await inboxOf(bob)).toMatchObject({ unread: 0 });
  }
});

test.each<[what: string, url: string, body: object]>([
  ["a task", "/api/tasks", TASK],
  ["a webhook", "/api/webhooks", WEBHOOK],
  ["a label", "/api/labels", { name: "Bug" }],
  ["a view", "/api/views", { name: "Mine", screen: "board" }],
])("a repeat of the creation of %s that was deleted since makes none", async (_what, url, body) => {
  const [, made] = await sendTo(server.app, ["POST", url, body]);
  const { task, webhook, label, view } = made as Record<string, { id: string }>;
  await admin.call("DELETE", `${url}/${(task ?? webhook ?? label ?? view)?.id}`);
  expect((await sendTo(other, ["POST", url, body]))[0]).toBe(404);
});

test("a repeat of an end doesn't end what was made since", async () => {
  await admin.call("POST", "/api/profile/calendar");
  const ends: Sent[] = [
    ["DELETE", "/api/profile/calendar"],
    ["DELETE", `/api/links/${(await resetLink()).link.id}`],
  ];
  for (const sent of ends) expect(await sendTo(server.app, sent)).toEqual([204, ""]);
  await admin.call("POST", "/api/profile/calendar");
  await resetLink();
  const rows = await allRows();
  for (const sent of ends) expect(await sendTo(other, sent)).toEqual([204, ""]);
  expect(await allRows()).toEqual(rows);
});

test("a repeat of a redelivery sends nothing again", async () => {
  const url = await makeWebhook();
  const { delivery } = (await admin.call("POST", `${url}/test`)).body as WebhookDeliveryResponse;
  const settle = async () => {
    const settled = { state: "delivered", next_attempt_at: null } as const;
    await server.db.updateTable("webhook_deliveries").set(settled).execute();
  };
  await settle();
  const sent: Sent = ["POST", `${url}/deliveries/${delivery.id}/redelivery`];
  expect(await sendTo(server.app, sent)).toMatchObject([200, { delivery: { state: "pending" } }]);
  await settle();
  const rows = await allRows();
  expect(await sendTo(other, sent)).toMatchObject([200, { delivery: { state: "delivered" } }]);
  expect(await allRows()).toEqual(rows);
});

/** The last request counts, nothing is written, or there is no body. */
const UNRECORDED = new Set([
  "DELETE /api/auth/sessions",
  "DELETE /api/profile/calendar",
  // The scene's identity is another user's.
  "DELETE /api/profile/identities/:id",
  "POST /api/setup/close",
  "POST /api/user-runs/:id/stop",
  "POST /api/user-runs/:id/undo",
  "POST /api/task-runs/:id/stop",
  "POST /api/task-runs/:id/undo",
  "POST /api/webhooks/:id/test",
  "POST /api/inbox/read",
  "PUT /api/inbox/settings",
  "PUT /api/views/start",
  "POST /api/activity/seen",
  "POST /api/user-runs/check",
  // Only the last bytes change rows. The offset tells of a repeat.
  "POST /api/tasks/:id/uploads",
  "PATCH /api/tasks/:id/uploads",
  "DELETE /api/tasks/:id/uploads",
  // The scene has an admin, so it is refused.
  "POST /api/setup/admin",
]);
const WRITING = Object.entries(ROUTE_CALLS).filter(
  ([route, { access }]) =>
    !route.startsWith("GET") && access !== "public" && !UNRECORDED.has(route),
);

test.each(WRITING)(
  "a key with another body is refused after a restart, and with reordered fields it is a repeat: %s",
  async (route, { access, send: sendOf }) => {
    const scene = await openScene(server, password_hash);
    const { ids = [], body = {} } = sendOf(scene);
    const [method, pattern] = route.split(" ") as [Sent[0], string];
    const url = pattern.replaceAll(/:\w+/g, () => ids.shift() ?? "none");
    const sendBody = async (app: FastifyInstance, payload: object) =>
      await sendWith(access === "admin" ? scene.admin : scene.member, "attempt-number-0002")(app, {
        method,
        url,
        payload,
      });
    const first = await sendBody(server.app, body);
    expect(first[0]).toBeLessThan(300);
    const rows = await allRows();
    expect(await sendBody(other, { ...body, another: "field" })).toEqual([422, REUSED]);
    // A file has no fields.
    const same = url === "/api/imports" ? body : Object.fromEntries(Object.entries(body).reverse());
    expect(await sendBody(other, same)).toMatchObject([first[0], {}]);
    expect(await allRows()).toEqual(rows);
  },
);

test("a repeat is no other request if an older server recorded the first one, without its body", async () => {
  const sent: Sent = ["POST", "/api/tasks", TASK];
  const first = await sendTo(server.app, sent);
  const { db } = server;
  const { number, ...row } = await db
    .selectFrom("changes")
    .selectAll()
    .orderBy("number", "desc")
    .executeTakeFirstOrThrow();
  await db.deleteFrom("changes").where("number", "=", number).execute();
  await db
    .insertInto("changes")
    .values({ ...row, body_hash: null })
    .execute();
  expect(await sendTo(other, sent)).toEqual(first);
});

test("the deletion of a user is recorded although it revokes their links, too", async () => {
  await resetLink();
  await sendTo(server.app, ["DELETE", `/api/users/${bob.user.id}`]);
  const kinds = await server.db.selectFrom("changes").select("kind").orderBy("number").execute();
  expect(kinds.slice(-2).map(({ kind }) => kind)).toEqual(["reset_link.revoked", "user.deleted"]);
});
