import { expect, test } from "@jest/globals";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

/* The messages of each rule: contract/rules/rules.test.ts. Each route's rule: server/testing/limits.test.ts. */

const server = sharedServer({ config: { loginRateLimit: 2 } });
const admin = sharedUser(server, "admin");
const member = sharedUser(server, "member");

const KEY = "0123456789abcdef";
const INVALID = { name: "" };
const NAME_MISSING = { errors: [{ param: "name", msg: "Team name is required" }] };

test("the caller and the key of a repeat are checked before the rule", async () => {
  const send = (by: { call: typeof admin.call }, body: object, key?: string) =>
    by.call("POST", "/api/teams", body, key === undefined ? {} : { "idempotency-key": key });
  expect(await send(server, INVALID)).toMatchObject({ status: 401 });
  expect(await send(member, INVALID)).toMatchObject({ status: 403 });
  expect(await send(admin, INVALID, "short")).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("Idempotency-Key") as unknown },
  });
  expect(await send(admin, INVALID)).toMatchObject({ status: 400, body: NAME_MISSING });
  // A key is used up by what was done with it, not by a refusal.
  expect(await send(admin, INVALID, KEY)).toMatchObject({ status: 400, body: NAME_MISSING });
  expect(await send(admin, { name: " Crew " }, KEY)).toMatchObject({
    status: 201,
    body: { team: { name: "Crew" } },
  });
});

test("a path, then the body or the query, is checked before the handler", async () => {
  expect(await admin.call("POST", "/api/teams/no%00ne/members", {})).toMatchObject({
    status: 404,
    body: { error: "Not found" },
  });
  expect(await admin.call("POST", "/api/teams/none/members", {})).toMatchObject({
    status: 400,
    body: { errors: [{ param: "userId", msg: "Please select a user" }] },
  });
  expect(await admin.call("GET", "/api/tasks/search?page=0")).toMatchObject({ status: 400 });
  expect(await admin.call("GET", "/api/tasks/search?__proto__=1")).toMatchObject({
    status: 400,
    body: { error: "The request could not be read" },
  });
});

test("a repeat of a task's creation is no longer checked, because its day may be over", async () => {
  const due_date = server.clock.time.toISOString().slice(0, 10);
  const task = { title: "Report", priority: "Low", due_date };
  const create = () => admin.call("POST", "/api/tasks", task, { "idempotency-key": KEY });
  const { status, body } = await create();
  expect(status).toBe(201);
  server.clock.advance(2 * 24 * 60 * 60 * 1000);
  expect(await create()).toMatchObject({ status: 201, body });
});

test("an invalid body counts as an attempt on public routes", async () => {
  const open = () => server.call("POST", "/api/links/open", {});
  const statuses: number[] = [];
  for (let sent = 0; sent < 3; sent++) statuses.push((await open()).status);
  expect(statuses).toEqual([400, 400, 429]);
  expect(await server.call("POST", "/api/auth/register", {})).toMatchObject({ status: 429 });
});
