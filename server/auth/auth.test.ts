import { describe, expect, test } from "@jest/globals";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { buildApp } from "#server/app.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";

const PASSWORD = "correct horse";
const DAY = 24 * 60 * 60 * 1000;
const server = sharedServer({ config: { accessTokenTtl: 900 } });

const register = (email: string, role = "member") =>
  server.call("POST", "/api/auth/register", { email, password: PASSWORD, role });
const login = (email: string, password: string) =>
  server.call("POST", "/api/auth/login", { email, password });

async function registered(email: string, role = "member"): Promise<SessionResponse> {
  const { status, body } = await register(email, role);
  expect(status).toBe(201);
  return body as SessionResponse;
}

const me = async (accessToken: string) =>
  (await server.callWith(accessToken)("GET", "/api/auth/me")).status;

const refresh = (refreshToken: string) =>
  server.call("POST", "/api/auth/refresh", { refreshToken });

describe("registration", () => {
  test("signs in, derives the name from the address, and returns exactly the contract's fields", async () => {
    const { user, accessToken } = await registered("ada.lovelace+work@Example.org", "admin");
    expect(user).toEqual({
      id: expect.any(String) as unknown,
      name: "Ada Lovelace",
      email: "ada.lovelace+work@Example.org",
      role: "admin",
      is_active: true,
      created_at: "2026-03-15T12:00:00.000Z",
    });
    expect(await me(accessToken)).toBe(200);
  });

  test("an existing account whose address looks like another one can sign in", async () => {
    const email = "ad\u00adA\uff41@x.org";
    const { user } = await registered("ada@x.org");
    const row = { email, email_key: email.toLowerCase() };
    await server.db.updateTable("users").set(row).where("id", "=", user.id).execute();
    expect(await login(email, PASSWORD)).toMatchObject({ status: 200, body: { user: { email } } });
  });

  test("refuses an address in use, in any case, even for concurrent registrations", async () => {
    const answers = await Promise.all(
      ["zoë@x.org", "ZOË@X.org", "Zoe\u0308@x.org"].map((e) => register(e)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: "Email is already registered",
    });
  });
});

describe("a refresh after the account was closed", () => {
  const CLOSED = { status: 401, body: { code: "account_closed" } };

  test.each(["deactivated", "deleted"])("gives the reason to a %s user", async (end) => {
    const { user, refreshToken } = await registered("ada@x.org");
    const admin = await server.as("admin");
    const url = `/api/users/${user.id}`;
    if (end === "deleted") await admin.call("DELETE", url);
    else await admin.call("PUT", url, { is_active: false });
    expect(await refresh(refreshToken)).toMatchObject(CLOSED);
  });

  test("gives no reason to unauthenticated clients, or if only the session has ended", async () => {
    const { accessToken, refreshToken } = await registered("ada@x.org");
    await server.call("POST", "/api/auth/logout", { refreshToken });
    for (const token of [refreshToken, accessToken, "nonsense", `x.${refreshToken}`]) {
      expect(await refresh(token)).toMatchObject({
        status: 401,
        body: { error: "Session expired. Please login again." },
      });
      expect((await refresh(token)).body).not.toHaveProperty("code");
    }
  });
});

describe("sign-in", () => {
  test("ignores the case of the address, but not of the password", async () => {
    await registered("ada@x.org");
    expect(await login(" ADA@x.org ", PASSWORD)).toMatchObject({ status: 200 });
    expect(await login("ada@x.org", `${PASSWORD} `)).toMatchObject({ status: 401 });
  });

  test("reveals a deactivated account only after the right password", async () => {
    const { user } = await registered("ada@x.org");
    await server.db.updateTable("users").set({ is_active: 0 }).where("id", "=", user.id).execute();
    expect(await login("ada@x.org", PASSWORD)).toMatchObject({
      status: 403,
      body: { error: "Your account is deactivated. Please ask an admin.", code: "account_closed" },
    });
    expect(await server.db.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
  });

  test("stores no password and no refresh token in plain text", async () => {
    const { refreshToken } = await registered("ada@x.org");
    const users = await server.db.selectFrom("users").selectAll().execute();
    const sessions = await server.db.selectFrom("sessions").selectAll().execute();
    expect(users[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify([users, sessions])).not.toContain(PASSWORD);
    expect(JSON.stringify([users, sessions])).not.toContain(refreshToken);
  });

  test("is limited per IP address, of which an IPv6 /64 is one; registrations count too", async () => {
    const config = { ...server.deps.config, loginRateLimit: 2 };
    const app = await buildApp({ ...server.deps, config });
    const send = async (route: "login" | "register", remoteAddress: string) => {
      const payload = { email: `${remoteAddress}@x.org`, password: "short", role: "member" };
      const url = `/api/auth/${route}`;
      const answer = await app.inject({ method: "POST", url, payload, remoteAddress });
      return [answer.statusCode, answer.json<{ error?: string }>().error] as const;
    };
    expect((await send("register", "2001:db8::1"))[0]).toBe(400);
    expect((await send("login", "2001:db8::2"))[0]).toBe(401);
    for (const route of ["login", "register"] as const) {
      expect(await send(route, "2001:db8::3")).toEqual([
        429,
        expect.stringContaining("Too many attempts"),
      ]);
    }
    expect((await send("register", "2001:db8:0:1::"))[0]).toBe(400);
    await app.close();
  });
});

describe("a session", () => {
  test("outlives its access tokens by refreshing", async () => {
    const { accessToken, refreshToken } = await registered("ada@x.org");
    server.clock.advance(899_000);
    expect(await me(accessToken)).toBe(200);
    server.clock.advance(2_000);
    expect(await me(accessToken)).toBe(401);
    const { status, body } = await refresh(refreshToken);
    expect(status).toBe(200);
    const renewed = body as SessionResponse;
    expect(await me(renewed.accessToken)).toBe(200);
    expect(renewed.refreshToken).not.toBe(refreshToken);
    const again = await refresh(renewed.refreshToken);
    expect(again.status).toBe(200);
    // Even within one second.
    expect((again.body as SessionResponse).accessToken).not.toBe(renewed.accessToken);
  });

  test("ends on the server at sign-out, and no other session does", async () => {
    const first = await registered("ada@x.org");
    const second = (await login("ada@x.org", PASSWORD)).body as SessionResponse;
    await server.call("POST", "/api/auth/logout", { refreshToken: first.refreshToken });
    expect(await me(first.accessToken)).toBe(401);
    expect(await refresh(first.refreshToken)).toMatchObject({ status: 401 });
    expect(await me(second.accessToken)).toBe(200);
  });

  test("ends after a week without use", async () => {
    const { refreshToken } = await registered("ada@x.org");
    server.clock.advance(6 * DAY);
    expect(await refresh(refreshToken)).toMatchObject({ status: 200 });
    server.clock.advance(6 * DAY);
    expect(await refresh(refreshToken)).toMatchObject({ status: 200 });
    server.clock.advance(7 * DAY);
    expect(await refresh(refreshToken)).toMatchObject({ status: 401 });
  });

  test("rejects forged tokens", async () => {
    const { accessToken } = await registered("ada@x.org");
    const [payload = "", signature = ""] = accessToken.split(".");
    const [id] = Buffer.from(payload, "base64url").toString().split(".");
    const forever = Buffer.from(`${id}.9999999999`).toString("base64url");
    const forged = [
      `${forever}.${signature}`,
      payload,
      `${payload}.`,
      `${payload}.AAAA`,
      `${accessToken}.x`,
    ];
    for (const token of forged) expect(await me(token)).toBe(401);
    expect(await me(accessToken)).toBe(200);
  });
});
