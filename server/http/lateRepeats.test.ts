import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { FastifyInstance } from "fastify";
import type { Comment } from "#contract/comment.ts";
import type { InvitationsResponse } from "#contract/link.ts";
import type { TaskResponse } from "#contract/task.ts";
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

/** After this, the server no longer has the first response in memory. */
const forget = () => server.clock.advance(61_000);

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
  forget();
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
    forget();
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
    forget();
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
  const first = await invite("eve@example.com\nmax@example.com");
  expect(first).toMatchObject({ status: 201 });
  forget();
  expect(await invite("eve@example.com\nmax@example.com")).toEqual(first);
  const [made] = (first.body as InvitationsResponse).results;
  const token = made?.made?.path.split("#")[1];
  const opened = await server.call("POST", "/api/links/open", { token });
  expect(opened).toMatchObject({ status: 200 });
  expect(await invite("other@example.com\nmax@example.com")).toMatchObject({ status: 422 });
});
