import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { FastifyInstance } from "fastify";
import type { InvitationsResponse } from "#contract/link.ts";
import { buildApp } from "#server/app.ts";
import { inboxOf } from "#server/testing/inbox.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";
import { HttpError } from "./errors.ts";

let server: TestServer;
let admin: TestUser;
let bob: TestUser;

beforeEach(async () => {
  server = await startServer();
  admin = await server.as("admin");
  bob = await server.as("member");
});
afterEach(() => server.close());

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
