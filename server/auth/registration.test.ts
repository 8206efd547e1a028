import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Config } from "#server/config.ts";
import { startServer, type TestResponse, type TestServer } from "#server/testing/server.ts";
import { registrationMode } from "./registration.ts";

const PASSWORD = "correct horse";
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Empties the server, and sets these variables. */
async function start(config: Partial<Config>): Promise<void> {
  await server.clear();
  Object.assign(server.deps.config, config);
}
const register = (email: string, role = "member") =>
  server.call("POST", "/api/auth/register", { email, password: PASSWORD, role });
const login = (email: string) =>
  server.call("POST", "/api/auth/login", { email, password: PASSWORD });
const admins = async () =>
  await server.db
    .selectFrom("users")
    .select("email")
    .where("role", "=", "admin")
    .where("is_active", "=", 1)
    .execute();

const MADE_AN_ADMIN = { status: 201, body: { user: { role: "admin", is_active: true } } };
const CLOSED = {
  status: 403,
  body: { error: "Registration is closed. Please ask an admin.", code: "registration_closed" },
};
const WAITS = {
  status: 403,
  body: { error: "Your account waits for an admin's approval.", code: "awaiting_approval" },
};

describe("if registration is restricted", () => {
  test.each([
    { registration: "closed" },
    { registration: "approval" },
    { adminRegistration: "closed" },
  ] as const)(
    "%j: the first account becomes an active admin, regardless of the requested role",
    async (config) => {
      await start(config);
      expect(await registrationMode(server.db, server.deps.config)).toBe("firstAdmin");
      expect(await register("first@x.org", "member")).toMatchObject(MADE_AN_ADMIN);
      expect(await registrationMode(server.db, server.deps.config)).toBe(
        server.deps.config.registration,
      );
    },
  );

  test.each([
    { registration: "closed" },
    { registration: "approval" },
    { adminRegistration: "closed" },
  ] as const)(
    "%j: of many concurrent first registrations, one becomes an admin",
    async (config) => {
      await start(config);
      const answers = await Promise.all(
        ["a", "b", "c", "d"].map((name) => register(`${name}@x.org`, "admin")),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(3);
      expect(await admins()).toHaveLength(1);
    },
  );

  test("the next account becomes the admin even if members exist", async () => {
    await start({ registration: "closed" });
    await server.as("member");
    await server.as("admin", { is_active: 0 });
    expect(await register("owner@x.org", "admin")).toMatchObject(MADE_AN_ADMIN);
    expect(await register("late@x.org", "admin")).toMatchObject(CLOSED);
  });
});

test("with open registration, everyone may register in either role", async () => {
  await start({});
  expect(await registrationMode(server.db, server.deps.config)).toBe("first");
  expect(await register("first@x.org", "member")).toMatchObject({
    status: 201,
    body: { user: { role: "member" } },
  });
  expect(await register("second@x.org", "admin")).toMatchObject(MADE_AN_ADMIN);
  expect(await registrationMode(server.db, server.deps.config)).toBe("open");
});

test("with admin registration closed, users can register only as members", async () => {
  await start({ adminRegistration: "closed" });
  await server.as("admin");
  expect(await register("second@x.org", "admin")).toMatchObject({
    status: 403,
    body: { error: "Only an admin can make another account an admin" },
  });
  expect(await register("second@x.org", "member")).toMatchObject({ status: 201 });
});

test("with closed registration, nobody can register, and nothing is stored", async () => {
  await start({ registration: "closed" });
  await server.as("admin");
  expect(await register("late@x.org")).toMatchObject(CLOSED);
  expect(await server.db.selectFrom("users").select("id").execute()).toHaveLength(1);
});

describe("with approval", () => {
  let admin: Awaited<ReturnType<TestServer["as"]>>;

  async function waiting(): Promise<string> {
    const { body } = await admin.call("GET", "/api/users");
    const { users } = body as { users: { id: string; email: string }[] };
    return users.find(({ email }) => email === "new@x.org")?.id ?? "";
  }

  beforeEach(async () => {
    await start({ registration: "approval" });
    admin = await server.as("admin");
  });

  test("a new account gets no session until an admin activates it", async () => {
    expect(await register("new@x.org", "admin")).toMatchObject(WAITS);
    expect(await login("new@x.org")).toMatchObject(WAITS);
    expect(await server.db.selectFrom("sessions").select("id").execute()).toHaveLength(1);

    const url = `/api/users/${await waiting()}`;
    expect(await admin.call("GET", url)).toMatchObject({
      body: { user: { is_active: false, awaiting_approval: true, role: "admin" } },
    });
    const { body } = await admin.call("PUT", url, { is_active: true });
    expect(body).toMatchObject({ user: { is_active: true } });
    expect(body).not.toHaveProperty("user.awaiting_approval");
    expect(await login("new@x.org")).toMatchObject({ status: 200 });
  });

  test("a deactivated account is not awaiting approval again", async () => {
    await register("new@x.org");
    const url = `/api/users/${await waiting()}`;
    await admin.call("PUT", url, { is_active: true });
    await admin.call("PUT", url, { is_active: false });
    expect(await login("new@x.org")).toMatchObject({
      status: 403,
      body: { code: "account_closed" },
    });
  });

  test("members don't see accounts that await approval", async () => {
    await register("new@x.org");
    const member = await server.as("member");
    const { body }: TestResponse = await member.call("GET", "/api/users");
    expect(body).toMatchObject({ users: [expect.anything(), expect.anything()] });
    expect(JSON.stringify(body)).not.toContain("new@x.org");
  });

  test("a wrong password reveals nothing about the account", async () => {
    await register("new@x.org");
    const body = { email: "new@x.org", password: "something else" };
    expect(await server.call("POST", "/api/auth/login", body)).toMatchObject({
      status: 401,
      body: { error: "Invalid email or password" },
    });
  });
});
