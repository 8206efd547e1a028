import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { ApiTokenCreatedResponse, ApiTokenScope } from "#contract/apiToken.ts";
import { DAY_MS } from "#contract/time.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { redactSecrets } from "#server/http/log.ts";
import { changeAccount } from "#server/operator.ts";
import { hashSecret, newTokenSecret } from "#server/sessions/apiTokenSecret.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";

const TASK = { title: "From a script", priority: "Low" };

let server: TestServer;
let ada: TestUser;
let max: TestUser;

beforeAll(async () => {
  // A heartbeat would end the stream of a revoked token too.
  server = await startServer({ config: { heartbeatSeconds: 3_600 } });
});
beforeEach(async () => {
  await server.clear();
  ada = await server.as("admin");
  max = await server.as("member", { email: "max@example.com" });
});
afterAll(() => server.close());

async function create(by: TestUser, scope: ApiTokenScope, days = 7) {
  const { status, body } = await by.call("POST", "/api/tokens", { name: "Script", scope, days });
  expect(status).toBe(201);
  const { token, secret } = body as ApiTokenCreatedResponse;
  return { id: token.id, secret, call: server.callWith(secret) };
}

describe("the secret", () => {
  test("has a prefix, 256 random bits and a checksum that scanners can verify", () => {
    const secret = newTokenSecret();
    expect(secret).toMatch(/^tdk_[0-9A-Za-z]{49}$/);
    expect(newTokenSecret()).not.toBe(secret);
    expect(hashSecret(secret)).toHaveLength(43);
    const changed = secret.slice(0, 10) + (secret[10] === "a" ? "b" : "a") + secret.slice(11);
    expect(hashSecret(changed)).toBeUndefined();
    expect(hashSecret(`${secret}0`)).toBeUndefined();
  });

  test("is in one response only; the database has its hash", async () => {
    const { secret } = await create(max, "read");
    const rows = await server.db.selectFrom("secrets").selectAll().execute();
    expect(rows).toMatchObject([{ hash: hashSecret(secret) }]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const { body } = await max.call("GET", "/api/tokens");
    expect(body).toMatchObject({ tokens: [{ name: "Script", scope: "read" }] });
    expect(JSON.stringify(body)).not.toMatch(/tdk_|hash/);
    const { body: log } = await ada.call("GET", "/api/audit");
    expect(JSON.stringify(log)).not.toContain("tdk_");
  });

  test("is removed from logged errors", () => {
    expect(redactSecrets(`sent ${newTokenSecret()} twice`)).toBe("sent tdk_… twice");
  });
});

describe("scopes", () => {
  test("read: GET only", async () => {
    const { call } = await create(max, "read");
    expect(await call("GET", "/api/tasks/search")).toMatchObject({ status: 200 });
    expect(await call("HEAD", "/api/tasks/search")).toMatchObject({ status: 200 });
    expect(await call("POST", "/api/tasks", TASK)).toMatchObject({
      status: 403,
      body: { error: "This API token may only read" },
    });
  });

  test("write: may do what a member may, even if its user is an admin", async () => {
    const { call } = await create(ada, "write");
    expect(await call("POST", "/api/tasks", TASK)).toMatchObject({
      status: 201,
      body: { task: { assignee_id: ada.user.id } },
    });
    expect(await call("GET", "/api/audit")).toMatchObject({ status: 403 });
    expect(await call("POST", "/api/tasks", { ...TASK, team_id: "none" })).toMatchObject({
      status: 403,
    });
  });

  test("admin: for admins only, while they are admins", async () => {
    const wish = { name: "Script", scope: "admin", days: 7 };
    expect(await max.call("POST", "/api/tokens", wish)).toMatchObject({
      status: 400,
      body: { errors: [{ param: "scope" }] },
    });
    const second = await server.as("admin");
    const { call } = await create(ada, "admin");
    expect(await call("GET", "/api/audit")).toMatchObject({ status: 200 });
    await second.call("PUT", `/api/users/${ada.user.id}`, { role: "member" });
    expect(await call("GET", "/api/audit")).toMatchObject({ status: 403 });
    expect(await call("GET", "/api/tasks/search")).toMatchObject({ status: 200 });
  });
});

describe("a token stops working", () => {
  test("when it expires", async () => {
    const { call } = await create(max, "read", 30);
    server.clock.advance(30 * DAY_MS - 1);
    expect(await call("GET", "/api/profile")).toMatchObject({ status: 200 });
    server.clock.advance(1);
    expect(await call("GET", "/api/profile")).toMatchObject({
      status: 401,
      body: { error: "The API token is unknown, expired or revoked" },
    });
  });

  test("when its user revokes it, but not when another user tries", async () => {
    const { id, call } = await create(max, "read");
    server.clock.advance(1_000);
    expect(await ada.call("DELETE", `/api/tokens/${id}`)).toMatchObject({ status: 404 });
    expect(await call("GET", "/api/profile")).toMatchObject({ status: 200 });
    expect(await max.call("DELETE", `/api/tokens/${id}`)).toMatchObject({ status: 204 });
    expect(await call("GET", "/api/profile")).toMatchObject({ status: 401 });
    const { body } = await ada.call("GET", "/api/audit");
    expect(body).toMatchObject({
      entries: [
        { action: "user.token_revoked", details: { token: { id, name: "Script" } } },
        { action: "user.token_created", details: { token: { id, name: "Script" }, to: "read" } },
      ],
    });
  });

  test("while its user is inactive, and when the account is deleted", async () => {
    const { call } = await create(max, "read");
    await ada.call("PUT", `/api/users/${max.user.id}`, { is_active: false });
    expect(await call("GET", "/api/profile")).toMatchObject({ status: 401 });
    await ada.call("PUT", `/api/users/${max.user.id}`, { is_active: true });
    expect(await call("GET", "/api/profile")).toMatchObject({ status: 200 });
    await ada.call("DELETE", `/api/users/${max.user.id}`);
    expect(await call("GET", "/api/profile")).toMatchObject({ status: 401 });
  });

  test("when its user changes the password, or an operator resets it", async () => {
    const password_hash = await hashPassword("old password");
    await server.db
      .updateTable("users")
      .set({ password_hash })
      .where("id", "=", max.user.id)
      .execute();
    const first = await create(max, "read");
    const change = { currentPassword: "old password", newPassword: "new password" };
    expect(await max.call("PUT", "/api/profile/password", change)).toMatchObject({ status: 204 });
    expect(await first.call("GET", "/api/profile")).toMatchObject({ status: 401 });
    const second = await create(max, "read");
    const wish = { admin: false, activate: false, newPassword: true };
    await changeAccount(server.db, "max@example.com", wish, server.clock.time);
    expect(await second.call("GET", "/api/profile")).toMatchObject({ status: 401 });
  });
});

test("a user's list has only their own tokens", async () => {
  const { id } = await create(max, "read");
  expect((await max.call("GET", "/api/tokens")).body).toMatchObject({ tokens: [{ id }] });
  expect((await ada.call("GET", "/api/tokens")).body).toEqual({ tokens: [] });
});

test("the last use is stored once a day", async () => {
  const { call } = await create(max, "read");
  const lastUse = async () =>
    (await max.call("GET", "/api/tokens")).body as { tokens: { last_used_on: string | null }[] };
  expect(await lastUse()).toMatchObject({ tokens: [{ last_used_on: null }] });
  await call("GET", "/api/profile");
  expect(await lastUse()).toMatchObject({ tokens: [{ last_used_on: "2026-03-15" }] });
  server.clock.advance(DAY_MS);
  await call("GET", "/api/profile");
  expect(await lastUse()).toMatchObject({ tokens: [{ last_used_on: "2026-03-16" }] });
});

test("a retried creation on another server makes no second token, and gets the same secret", async () => {
  const headers = {
    authorization: `Bearer ${max.accessToken}`,
    "idempotency-key": "0123456789abcdef",
  };
  const { buildApp } = await import("#server/app.ts");
  const other = await buildApp(server.deps);
  const payload = { name: "Script", scope: "read", days: 7 };
  const secrets: string[] = [];
  for (const app of [server.app, other]) {
    const response = await app.inject({ method: "POST", url: "/api/tokens", headers, payload });
    expect(response.statusCode).toBe(201);
    secrets.push(response.json<ApiTokenCreatedResponse>().secret);
  }
  await other.close();
  expect(secrets[1]).toBe(secrets[0]);
  const profile = await server.callWith(secrets[0] ?? "")("GET", "/api/profile");
  expect(profile).toMatchObject({ status: 200 });
  expect((await max.call("GET", "/api/tokens")).body).toMatchObject({ tokens: [{}] });
});

test("a retried creation is refused if it asks for another scope or name", async () => {
  const headers = {
    authorization: `Bearer ${max.accessToken}`,
    "idempotency-key": "0123456789abcdef",
  };
  const { buildApp } = await import("#server/app.ts");
  const other = await buildApp(server.deps);
  const send = async (app: typeof other, fields: object) => {
    const payload = { name: "Script", scope: "read", days: 7, ...fields };
    return await app.inject({ method: "POST", url: "/api/tokens", headers, payload });
  };
  expect((await send(server.app, {})).statusCode).toBe(201);
  expect((await send(other, { scope: "write" })).statusCode).toBe(422);
  expect((await send(other, { name: "Other" })).statusCode).toBe(422);
  await other.close();
  expect((await max.call("GET", "/api/tokens")).body).toMatchObject({
    tokens: [{ scope: "read" }],
  });
});

test("a creation that is retried after the revocation is refused", async () => {
  const headers = {
    authorization: `Bearer ${max.accessToken}`,
    "idempotency-key": "0123456789abcdef",
  };
  const { buildApp } = await import("#server/app.ts");
  const other = await buildApp(server.deps);
  const payload = { name: "Script", scope: "read", days: 7 };
  const send = async (app: typeof other) =>
    await app.inject({ method: "POST", url: "/api/tokens", headers, payload });
  const { token } = (await send(server.app)).json<ApiTokenCreatedResponse>();
  await max.call("DELETE", `/api/tokens/${token.id}`);
  expect((await send(other)).statusCode).toBe(409);
  await other.close();
  expect((await max.call("GET", "/api/tokens")).body).toEqual({ tokens: [] });
});

test("a retried revocation on another server succeeds, and is in the audit log once", async () => {
  const { id } = await create(max, "read");
  const headers = {
    authorization: `Bearer ${max.accessToken}`,
    "idempotency-key": "0123456789abcdef",
  };
  const { buildApp } = await import("#server/app.ts");
  const other = await buildApp(server.deps);
  for (const app of [server.app, other]) {
    const response = await app.inject({ method: "DELETE", url: `/api/tokens/${id}`, headers });
    expect(response.statusCode).toBe(204);
  }
  await other.close();
  const { body } = await ada.call("GET", "/api/audit?action=user.token_revoked");
  expect(body).toMatchObject({ entries: [{ details: { token: { id } } }] });
});

test("a token stays in the list for a month after it has expired, and is then deleted", async () => {
  const expiring = await create(max, "read", 7);
  const lasting = await create(max, "read", 365);
  const { buildApp } = await import("#server/app.ts");
  const idsAfterCleanUp = async () => {
    const other = await buildApp(server.deps);
    await other.listen({ port: 0, host: "127.0.0.1" });
    // Closing waits for the clean-up that the start has begun.
    await other.close();
    const { body } = await (await server.signIn(max.user)).call("GET", "/api/tokens");
    return (body as { tokens: { id: string }[] }).tokens.map(({ id }) => id).sort();
  };
  server.clock.advance(36 * DAY_MS);
  expect(await idsAfterCleanUp()).toEqual([expiring.id, lasting.id].sort());
  server.clock.advance(2 * DAY_MS);
  expect(await idsAfterCleanUp()).toEqual([lasting.id]);
  expect(await lasting.call("GET", "/api/profile")).toMatchObject({ status: 200 });
});

test("an event stream that a token opened ends when the token is revoked", async () => {
  const base = await server.app.listen({ port: 0, host: "127.0.0.1" });
  const { id, secret } = await create(max, "read");
  const headers = { authorization: `Bearer ${secret}` };
  const stream = await fetch(`${base}/api/events`, { headers });
  expect(stream.status).toBe(200);
  const text = stream.text();
  await max.call("DELETE", `/api/tokens/${id}`);
  expect(await text).toContain("event: ready");
});
