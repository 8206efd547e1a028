import { randomUUID } from "node:crypto";
import { describe, expect, jest, test } from "@jest/globals";
import type { FastifyInstance } from "fastify";
import type { KyselyPlugin } from "kysely";
import { passwordQueue } from "#server/accounts/passwords.ts";
import { buildApp } from "#server/app.ts";
import { Refusal } from "#server/refusals.ts";
import { hashOnce } from "#server/testing/accounts.ts";
import { PASSWORD, signInServer, skipHashing } from "#server/testing/signIns.ts";
import { ALL_EXPIRED_MS } from "./throttleRules.ts";

const { server, held, another, login, addAccount } = signInServer(1_000_000);

/** Signs in with wrong passwords, without the time that hashing takes. */
async function fail(
  times: number,
  email: string,
  at: { from?: string; on?: FastifyInstance } = {},
) {
  const hashing = skipHashing();
  for (let count = 0; count < times; count += 1) {
    expect(await login(email, undefined, at)).toMatchObject({ status: 401 });
  }
  hashing.mockRestore();
}

const failures = () => server.db.selectFrom("sign_in_failures").selectAll().execute();

describe("an account from one IP address", () => {
  test("is refused after five failures, from this IP address only", async () => {
    const email = await addAccount();
    await fail(5, email);
    expect(await login(` ${email.toUpperCase()} `, PASSWORD)).toMatchObject({
      status: 429,
      "retry-after": "1",
      body: { error: "Too many failed attempts. Please try again in a second." },
    });
    expect(await login(email, PASSWORD, { from: "203.0.113.8" })).toMatchObject({ status: 200 });
  });

  test("counts failures with its address and with the pending one together", async () => {
    const pending = { pending_email: "new@x.org", pending_email_key: "new@x.org" };
    const email = await addAccount(pending);
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
    expect(await login("x@x.org")).toMatchObject(refused);
    expect(await login("x@x.org")).toMatchObject({
      ...refused,
      body: { error: "Too many failed attempts. Please try again in 2 seconds." },
    });
    server.clock.advance(2_000);
    await fail(1, "x@x.org");
  });

  test("has no failures after the right password", async () => {
    const email = await addAccount();
    await fail(5, email);
    server.clock.advance(1_000);
    expect(await login(email, PASSWORD)).toMatchObject({ status: 200 });
    await fail(5, email);
  });

  test("parallel attempts count like successive ones", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => login("x@x.org")));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test("counts across servers and restarts", async () => {
    const other = await another();
    await fail(3, "x@x.org");
    await fail(2, "x@x.org", { on: other });
    await other.close();
    const third = await another();
    expect(await login("x@x.org")).toMatchObject({ status: 429 });
    expect(await login("x@x.org", undefined, { on: third })).toMatchObject({ status: 429 });
    await third.close();
  });
});

describe("an IP address", () => {
  test("is refused for all accounts after twenty failures; an IPv6 /64 counts as one", async () => {
    const email = await addAccount();
    for (let count = 0; count < 20; count += 1) {
      await fail(1, `${count}@x.org`, { from: `2001:db8::${count}` });
    }
    expect(await login(email, PASSWORD, { from: "2001:db8::abc" })).toMatchObject({ status: 429 });
    expect(await login(email, PASSWORD, { from: "2001:db8:0:1::" })).toMatchObject({ status: 200 });
  });

  test("neither gains nor loses attempts when an attacker signs in to their own account", async () => {
    const email = await addAccount();
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
    const emails = await Promise.all([addAccount(), addAccount(), addAccount()]);
    const answers = await Promise.all(emails.map((email) => login(email, PASSWORD)));
    for (const { status } of answers) expect(status).toBe(200);
    for (const row of await failures()) expect(row.failures).toBe(0);
  });
});

describe("an account under attack from many IP addresses", () => {
  test("delays responses but refuses none, for unknown accounts too", async () => {
    const email = await addAccount();
    for (const attacked of [email, "unknown@x.org"]) {
      held.length = 0;
      for (let count = 0; count < 16; count += 1) {
        await fail(1, attacked, { from: `198.51.100.${count}` });
      }
      expect(held).toEqual([200, 400, 800, 1_600, 3_000, 3_000]);
    }
    expect(await login(email, PASSWORD)).toMatchObject({ status: 200 });
    expect(held.at(-1)).toBe(3_000);
    await login(email, PASSWORD, { from: "203.0.113.8" });
    expect(held).toHaveLength(7);
  });
});

test("unknown users, wrong passwords and inactive accounts get the same response, for the same queries and hashing", async () => {
  const wrong = await addAccount();
  const inactive = await addAccount({ is_active: 0 });
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
    [wrong, undefined],
    [inactive, undefined],
  ] as const) {
    work.length = 0;
    turn.mockClear();
    expect(await login(email, password, { from: randomUUID(), on: watched })).toMatchObject({
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
  const { call } = await server.as("member", { password_hash: await hashOnce(PASSWORD) });
  const change = (currentPassword: string) =>
    call("PUT", "/api/profile/password", { currentPassword, newPassword: "a fresh new password" });
  for (let count = 0; count < 5; count += 1) {
    expect(await change("wrong horse")).toMatchObject({ status: 400 });
  }
  expect(await change(PASSWORD)).toMatchObject({
    status: 429,
    body: { error: "Too many failed attempts. Please try again in a second." },
  });
  server.clock.advance(1_000);
  expect(await change(PASSWORD)).toMatchObject({ status: 204 });
});

test("an attempt that the full hashing queue refuses doesn't count", async () => {
  const email = await addAccount();
  const full = jest.spyOn(passwordQueue, "run");
  full.mockRejectedValue(new Refusal("too_many", { error: "Too many people are signing in." }));
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
  const email = await addAccount();
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
  await fail(1, "x@x.org", { from: "203.0.113.9" });
  expect(await failures()).toHaveLength(4);
  server.clock.advance(ALL_EXPIRED_MS);
  await (await another()).close();
  expect(await failures()).toEqual([]);
});

test("LOGIN_RATE_LIMIT=off disables the throttle", async () => {
  const config = { ...server.deps.config, loginRateLimit: "off" } as const;
  const unlimited = await buildApp({ ...server.deps, config });
  await fail(7, "x@x.org", { on: unlimited });
  await unlimited.close();
  expect(await failures()).toEqual([]);
});
