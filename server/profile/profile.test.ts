import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { hashPassword } from "#server/auth/passwords.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";

let server: TestServer;
let ada: TestUser;

beforeEach(async () => {
  server = await startServer();
  ada = await server.as("member", { name: "Ada", email: "ada@x.org" });
});
afterEach(() => server.close());

test("the profile is the user's own record", async () => {
  expect(await ada.call("GET", "/api/profile")).toMatchObject({
    status: 200,
    body: { profile: { id: ada.user.id, name: "Ada", email: "ada@x.org", role: "member" } },
  });
});

test("name and address change; nothing else does", async () => {
  const sent = { name: "  Ada L. ", email: "ADA@x.org", role: "admin", is_active: false };
  expect(await ada.call("PUT", "/api/profile", sent)).toMatchObject({
    body: { profile: { name: "Ada L.", email: "ADA@x.org", role: "member", is_active: true } },
  });
});

test("somebody else's address is refused, in any case", async () => {
  await server.as("member", { email: "bob@x.org" });
  expect(await ada.call("PUT", "/api/profile", { name: "Ada", email: "BOB@x.org" })).toMatchObject({
    status: 409,
    body: { error: "Email is already registered" },
  });
});

test("a broken rule is answered by its field", async () => {
  expect(await ada.call("PUT", "/api/profile", { name: " ", email: "nope" })).toMatchObject({
    status: 400,
    body: {
      errors: [
        { param: "name", msg: "Name is required" },
        { param: "email", msg: "Please enter a valid email" },
      ],
    },
  });
});

test("a new password needs the current one, and ends the other sessions", async () => {
  const password_hash = await hashPassword("old password");
  await server.db
    .updateTable("users")
    .set({ password_hash })
    .where("id", "=", ada.user.id)
    .execute();
  const elsewhere = await server.signIn(ada.user);
  const change = (currentPassword: string) =>
    ada.call("PUT", "/api/profile/password", { currentPassword, newPassword: "new password" });

  expect(await change("not the old one")).toMatchObject({
    status: 400,
    body: { errors: [{ param: "currentPassword", msg: "Current password is incorrect" }] },
  });
  expect(await elsewhere.call("GET", "/api/auth/me")).toMatchObject({ status: 200 });

  expect(await change("old password")).toMatchObject({ status: 204 });
  expect(await ada.call("GET", "/api/auth/me")).toMatchObject({ status: 200 });
  expect(await elsewhere.call("GET", "/api/auth/me")).toMatchObject({ status: 401 });
  const login = (password: string) =>
    server.call("POST", "/api/auth/login", { email: "ada@x.org", password });
  expect(await login("old password")).toMatchObject({ status: 401 });
  expect(await login("new password")).toMatchObject({ status: 200 });
});
