import { describe, expect, test } from "@jest/globals";
import type { ApiTokenScope } from "#contract/apiToken.ts";
import type { ApiTokenCreatedResponse } from "#contract/shapes/apiToken.ts";
import { DAY_MS } from "#contract/time.ts";
import { redactSecrets } from "#server/http/log.ts";
import { hashSecret, newTokenSecret } from "#server/sessions/apiTokenSecret.ts";
import { type TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

const TASK = { title: "From a script", priority: "Low" };

// A heartbeat would end the stream of a revoked token too.
const server = sharedServer({ config: { heartbeatSeconds: 3_600 } });
const ada = sharedUser(server, "admin");
const max = sharedUser(server, "member", { email: "max@example.com" });

async function create(by: TestUser, scope: ApiTokenScope, days = 7) {
  const { status, body } = await by.call("POST", "/api/tokens", { name: "Script", scope, days });
  expect(status).toBe(201);
  const { token, secret } = body as ApiTokenCreatedResponse;
  return { id: token.id, secret, call: server.callWith(secret) };
}

describe("the secret", () => {
  test("has a prefix that logs hide, 256 random bits, and a checksum that scanners can verify", () => {
    const secret = newTokenSecret();
    expect(secret).toMatch(/^tdk_[0-9A-Za-z]{49}$/);
    expect(newTokenSecret()).not.toBe(secret);
    expect(hashSecret(secret)).toHaveLength(43);
    const changed = secret.slice(0, 10) + (secret[10] === "a" ? "b" : "a") + secret.slice(11);
    expect(hashSecret(changed)).toBeUndefined();
    expect(hashSecret(`${secret}0`)).toBeUndefined();
    expect(redactSecrets(`sent ${secret} twice`)).toBe("sent tdk_… twice");
  });

  test("is in one response only; the database has its hash, and only its user's list the token", async () => {
    const { secret } = await create(max, "read");
    const rows = await server.db.selectFrom("secrets").selectAll().execute();
    expect(rows).toMatchObject([{ hash: hashSecret(secret) }]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const { body } = await max.call("GET", "/api/tokens");
    expect(body).toMatchObject({ tokens: [{ name: "Script", scope: "read" }] });
    expect(JSON.stringify(body)).not.toMatch(/tdk_|hash/);
    expect((await ada.call("GET", "/api/tokens")).body).toEqual({ tokens: [] });
    const { body: log } = await ada.call("GET", "/api/audit");
    expect(JSON.stringify(log)).not.toContain("tdk_");
  });
});

describe("scopes", () => {
  test("read: reads only. write: may do what a member may, even if its user is an admin", async () => {
    const reading = await create(ada, "read");
    expect(await reading.call("HEAD", "/api/tasks/search")).toMatchObject({ status: 200 });
    expect(await reading.call("POST", "/api/tasks", TASK)).toMatchObject({ status: 403 });
    const writing = await create(ada, "write");
    const made = { status: 201, body: { task: { assignee_id: ada.user.id } } };
    expect(await writing.call("POST", "/api/tasks", TASK)).toMatchObject(made);
    const ofTeam = { ...TASK, team_id: "none" };
    expect(await writing.call("POST", "/api/tasks", ofTeam)).toMatchObject({ status: 403 });
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
