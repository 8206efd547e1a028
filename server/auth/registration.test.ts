import { describe, expect, test } from "@jest/globals";
import type { UsersResponse } from "#contract/shapes/userList.ts";
import type { Config } from "#server/config.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";
import { registrationMode } from "./registration.ts";

const PASSWORD = "correct horse";
const server = sharedServer();

const configure = (config: Partial<Config>) => Object.assign(server.deps.config, config);
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
    "%j: of many concurrent first registrations, one becomes an active admin",
    async (config) => {
      configure(config);
      expect(await registrationMode(server.db, server.deps.config)).toBe("firstAdmin");
      const answers = await Promise.all(
        ["a", "b", "c", "d"].map((name) => register(`${name}@x.org`, "admin")),
      );
      const made = answers.filter(({ status }) => status === 201);
      expect(made).toMatchObject([MADE_AN_ADMIN]);
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(3);
      expect(await admins()).toHaveLength(1);
      expect(await registrationMode(server.db, server.deps.config)).toBe(
        server.deps.config.registration,
      );
    },
  );

  test("the next account becomes the admin even if members exist, whatever role it asks for", async () => {
    configure({ registration: "closed" });
    await server.as("member");
    await server.as("admin", { is_active: 0 });
    expect(await register("owner@x.org", "member")).toMatchObject(MADE_AN_ADMIN);
    expect(await register("late@x.org", "admin")).toMatchObject(CLOSED);
    expect(await server.db.selectFrom("users").select("id").execute()).toHaveLength(3);
  });
});

test("with open registration, everyone may register in either role", async () => {
  expect(await registrationMode(server.db, server.deps.config)).toBe("first");
  expect(await register("first@x.org", "member")).toMatchObject({
    status: 201,
    body: { user: { role: "member" } },
  });
  expect(await register("second@x.org", "admin")).toMatchObject(MADE_AN_ADMIN);
  expect(await registrationMode(server.db, server.deps.config)).toBe("open");
});

test("with admin registration closed, users can register only as members", async () => {
  configure({ adminRegistration: "closed" });
  await server.as("admin");
  expect(await register("second@x.org", "admin")).toMatchObject({
    status: 403,
    body: { error: "Only an admin can make another account an admin" },
  });
  expect(await register("second@x.org", "member")).toMatchObject({ status: 201 });
});

test("with approval, a new account gets no session until an admin activates it", async () => {
  configure({ registration: "approval" });
  const admin = await server.as("admin");
  expect(await register("new@x.org", "admin")).toMatchObject(WAITS);
  expect(await login("new@x.org")).toMatchObject(WAITS);
  // A wrong password reveals nothing about the account.
  const wrong = { email: "new@x.org", password: "something else" };
  expect(await server.call("POST", "/api/auth/login", wrong)).toMatchObject({ status: 401 });
  expect(await server.db.selectFrom("sessions").select("id").execute()).toHaveLength(1);

  const { users } = (await admin.call("GET", "/api/users")).body as UsersResponse;
  const url = `/api/users/${users.find(({ email }) => email === "new@x.org")?.id}`;
  expect(await admin.call("GET", url)).toMatchObject({
    body: { user: { is_active: false, awaiting_approval: true, role: "admin" } },
  });
  const { body } = await admin.call("PUT", url, { is_active: true });
  expect(body).toMatchObject({ user: { is_active: true } });
  expect(body).not.toHaveProperty("user.awaiting_approval");
  expect(await login("new@x.org")).toMatchObject({ status: 200 });
  // A deactivated account doesn't wait for approval again.
  await admin.call("PUT", url, { is_active: false });
  const closed = { status: 403, body: { code: "account_closed" } };
  expect(await login("new@x.org")).toMatchObject(closed);
});
