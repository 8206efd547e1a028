import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { FastifyInstance } from "fastify";
import type { KyselyPlugin } from "kysely";
import { hashPassword, passwordQueue } from "#server/accounts/passwords.ts";
import { buildApp } from "#server/app.ts";
import { HttpError } from "#server/http/errors.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";
import { ALL_EXPIRED_MS } from "./throttleRules.ts";

const PASSWORD = "correct horse";
const HERE = "203.0.113.7";
const WRONG = "wrong horse";

const server = sharedServer({ config: { loginRateLimit: 1_000_000 } });
let app: FastifyInstance;
let held: number[] = [];

beforeEach(async () => {
  app = await another();
  held = [];
});
afterEach(() => app.close());

/** Another server on the same database. */
async function another() {
  const hold = async (ms: number) => void held.push(ms);
  return await buildApp({ ...server.deps, hold });
}

async function login(email: string, password: string, remoteAddress = HERE, on = app) {
  const payload = { email, password };
  const url = "/api/auth/login";
  const response = await on.inject({ method: "POST", url, payload, remoteAddress });
  return { status: response.statusCode, ...response.headers, body: response.json<unknown>() };
}

/** Signs in with wrong passwords, without the time that hashing takes. */
async function fail(times: number, email: string, address = HERE, on = app): Promise<void> {
  const hashing = jest.spyOn(passwordQueue, "run").mockResolvedValue(Buffer.alloc(32, 1));
  for (let count = 0; count < times; count += 1) {
    expect(await login(email, WRONG, address, on)).toMatchObject({ status: 401 });
  }
  hashing.mockRestore();
}

const account = async (fields = {}) =>
  (await server.as("member", { password_hash: await hashPassword(PASSWORD), ...fields })).user
    .email;

const failures = () => server.db.selectFrom("sign_in_failures").selectAll().execute();

/** Yields a new address each time. */
function* addresses() {
  for (let count = 1; ; count += 1) yield `198.51.${count >> 8}.${count & 255}`;
}

describe("an account from one IP address", () => {
  test("is refused after five failures, from this IP address only", async () => {
    const email = await account();
    await fail(5, email);
    expect(await login(` ${email.toUpperCase()} `, PASSWORD)).toMatchObject({
      status: 429,
      "retry-after": "1",
      body: { error: "Too many failed attempts. Please try again in a second." },
    });
    expect(await login(email, PASSWORD, "203.0.113.8")).toMatchObject({ status: 200 });
  });

  test("counts failures with its address and with the pending one together", async () => {
    const pending = { pending_email: "new@x.org", pending_email_key: "new@x.org" };
    const email = await account(pending);
    await fail(3, email);
    await fail(2, "new@x.org");
    expect(await login(email, PASSWORD)).toMatchObject({ status: 429 });
    expect(await login("new@x.org", PASSWORD)).toMatchObject({ status: 429 });
  });

  test("is refused for longer after each failure, but not after each refusal", async () => {
    await fail(5, "x@x.org");
    server.clock.advance(1_000);
    await fail(1, "x@x.org");
    const refused = { status: 429, "retry-after": "2" };
    expect(await login("x@x.org", WRONG)).toMatchObject(refused);
    expect(await login("x@x.org", WRONG)).toMatchObject({
      ...refused,
      body: { error: "Too many failed attempts. Please try again in 2 seconds." },
    });
    server.clock.advance(2_000);
    await fail(1, "x@x.org");
  });

  test("has no failures after the right password", async () => {
    const email = await account();
    await fail(5, email);
    server.clock.advance(1_000);
    expect(await login(email, PASSWORD)).toMatchObject({ status: 200 });
    await fail(5, email);
  });

  test("parallel attempts count like successive ones", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => login("x@x.org", WRONG)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test("counts across servers and restarts", async () => {
    const other = await another();
    await fail(3, "x@x.org");
    await fail(2, "x@x.org", HERE, other);
    await other.close();
    const third = await another();
    for (const on of [app, third]) {
      expect(await login("x@x.org", WRONG, HERE, on)).toMatchObject({ status: 429 });
    }
    await third.close();
  });
});

describe("an IP address", () => {
  test("is refused for all accounts after twenty failures; an IPv6 /64 counts as one", async () => {
    const email = await account();
    for (let count = 0; count < 20; count += 1) {
      await fail(1, `${count}@x.org`, `2001:db8::${count}`);
    }
    expect(await login(email, PASSWORD, "2001:db8::abc")).toMatchObject({ status: 429 });
    expect(await login(email, PASSWORD, "2001:db8:0:1::")).toMatchObject({ status: 200 });
  });

  test("neither gains nor loses attempts when an attacker signs in to their own account", async () => {
    const email = await account();
    for (let count = 0; count < 19; count += 1) await fail(1, `${count}@x.org`);
    const signIn = () => login(email, PASSWORD);
    expect(await signIn()).toMatchObject({ status: 200 });
    await fail(1, "y@x.org");
    expect(await signIn()).toMatchObject({ status: 429, "retry-after": "1" });
    server.clock.advance(1_000);
    expect(await signIn()).toMatchObject({ status: 200 });
    expect(await signIn()).toMatchObject({ status: 200 });
    await fail(1, "z@x.org");
    expect(await signIn()).toMatchObject({ status: 429, "retry-after": "2" });
  });

  test("has no failures after concurrent successful sign-ins", async () => {
    const hash = await hashPassword(PASSWORD);
    const emails = await Promise.all(
      Array.from({ length: 3 }, () => account({ password_hash: hash })),
    );
    const answers = await Promise.all(emails.map((email) => login(email, PASSWORD)));
    for (const { status } of answers) expect(status).toBe(200);
    for (const row of await failures()) expect(row.failures).toBe(0);
  });
});

describe("an account under attack from many IP addresses", () => {
  test("delays responses but refuses none, for unknown accounts too", async () => {
    const email = await account();
    for (const attacked of [email, "unknown@x.org"]) {
      held = [];
      const from = addresses();
      for (let count = 0; count < 16; count += 1) {
        await fail(1, attacked, String(from.next().value));
      }
      expect(held).toEqual([200, 400, 800, 1_600, 3_000, 3_000]);
    }
    expect(await login(email, PASSWORD)).toMatchObject({ status: 200 });
    expect(held.at(-1)).toBe(3_000);
    await login(email, PASSWORD, "203.0.113.8");
    expect(held).toHaveLength(7);
  });
});

test("unknown users, wrong passwords and inactive accounts get the same response, for the same queries and hashing", async () => {
  const wrong = await account();
  const inactive = await account({ is_active: 0 });
  const work: string[] = [];
  const watch: KyselyPlugin = {
    transformQuery({ node }) {
      // The signing key is reread every second, regardless of the request.
      if (!JSON.stringify(node).includes('"settings"')) work.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const turn = jest.spyOn(passwordQueue, "run");
  const watched = await buildApp({ ...server.deps, db: server.db.withPlugin(watch) });
  // The queries of the start don't count.
  await watched.ready();
  const costs: unknown[] = [];
  for (const [email, password] of [
    ["unknown@x.org", PASSWORD],
    [wrong, WRONG],
    [inactive, WRONG],
  ] as const) {
    work.length = 0;
    turn.mockClear();
    expect(await login(email, password, randomUUID(), watched)).toMatchObject({
      status: 401,
      body: { error: "Invalid email or password" },
    });
    costs.push({ queries: work.slice(), turns: turn.mock.calls.length });
  }
  expect(costs).toEqual(
    costs.map(() => ({
      queries: ["SelectQueryNode", "SelectQueryNode", "InsertQueryNode"],
      turns: 1,
    })),
  );
  turn.mockRestore();
  await watched.close();
});

test("throttles guesses at the current password in a signed-in browser", async () => {
  const { call } = await server.as("member", { password_hash: await hashPassword(PASSWORD) });
  const change = (currentPassword: string) =>
    call("PUT", "/api/profile/password", { currentPassword, newPassword: "a fresh new password" });
  for (let count = 0; count < 5; count += 1) {
    expect(await change(WRONG)).toMatchObject({ status: 400 });
  }
  expect(await change(PASSWORD)).toMatchObject({
    status: 429,
    body: { error: "Too many failed attempts. Please try again in a second." },
  });
  server.clock.advance(1_000);
  expect(await change(PASSWORD)).toMatchObject({ status: 204 });
});

test("an attempt that the full hashing queue refuses doesn't count", async () => {
  const email = await account();
  const full = jest.spyOn(passwordQueue, "run");
  full.mockRejectedValue(new HttpError(429, { error: "Too many people are signing in." }));
  for (let count = 0; count < 25; count += 1) {
    expect(await login(email, PASSWORD)).toMatchObject({
      status: 429,
      body: { error: "Too many people are signing in." },
    });
  }
  full.mockRestore();
  expect((await failures()).map((row) => row.failures)).toEqual([0, 0, 0, 0]);
  expect(await login(email, PASSWORD)).toMatchObject({ status: 200 });
});

test("a sign-in fails if the password changes during the check", async () => {
  const email = await account();
  const { run } = passwordQueue;
  const slow = jest.spyOn(passwordQueue, "run");
  slow.mockImplementation(async (share, work) => {
    const done = await run(share, work);
    await server.db.updateTable("users").set({ password_hash: "another" }).execute();
    return done;
  });
  expect(await login(email, PASSWORD)).toMatchObject({ status: 401 });
  slow.mockRestore();
  const sessions = server.db.selectFrom("sessions").innerJoin("users", "users.id", "user_id");
  expect(
    await sessions.where("password_hash", "=", "another").select("user_id").execute(),
  ).toHaveLength(1);
});

test("stores no typed text in plain form, and deletes expired failures", async () => {
  await fail(1, "hunter2@secret.org");
  const rows = await failures();
  expect(rows).toHaveLength(4);
  expect(JSON.stringify(rows)).not.toMatch(/hunter2|secret|203\.0/);
  server.clock.advance(ALL_EXPIRED_MS);
  await fail(1, "x@x.org", "203.0.113.9");
  expect(await failures()).toHaveLength(4);
  server.clock.advance(ALL_EXPIRED_MS);
  await (await another()).close();
  expect(await failures()).toEqual([]);
});

test("LOGIN_RATE_LIMIT=off disables the throttle", async () => {
  const config = { ...server.deps.config, loginRateLimit: "off" } as const;
  const unlimited = await buildApp({ ...server.deps, config });
  await fail(7, "x@x.org", HERE, unlimited);
  await unlimited.close();
  expect(await failures()).toEqual([]);
});
