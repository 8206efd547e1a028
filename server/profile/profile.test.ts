import { beforeEach, describe, expect, test } from "@jest/globals";
import { hashOnce } from "#server/testing/accounts.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

const server = sharedServer();
const ada = sharedUser(server, "member", { name: "Ada", email: "ada@x.org" });

test("a new email address takes effect at once without the password (§7)", async () => {
  const change = { name: "Ada", email: "augusta@x.org" };
  const changed = await ada.call("PUT", "/api/profile", change);
  expect(changed).toMatchObject({ status: 200, body: { profile: { email: "augusta@x.org" } } });
  expect(changed.body).not.toHaveProperty("profile.email_needs_password");
  expect(changed.body).not.toHaveProperty("profile.pending_email");
});

describe("a new email address, if EMAIL_CHANGE is password,", () => {
  const PASSWORD = "correct horse";
  const NEW = "augusta@x.org";
  const login = (email: string, password = PASSWORD) =>
    server.call("POST", "/api/auth/login", { email, password });
  const change = (email: string, currentPassword?: string) =>
    ada.call("PUT", "/api/profile", { name: "Augusta", email, currentPassword });
  const changes = async () =>
    await server.db
      .selectFrom("changes")
      .select("id")
      .where("kind", "=", "user.email_changed")
      .execute();

  beforeEach(async () => {
    server.deps.config.emailChange = "password";
    const password_hash = await hashOnce(PASSWORD);
    const { id } = ada.user;
    await server.db.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
  });

  test("takes effect at once with the current password", async () => {
    const { body } = await change(NEW, PASSWORD);
    expect(body).toMatchObject({ profile: { email: NEW, email_needs_password: true } });
    expect(body).not.toHaveProperty("profile.pending_email");
    expect(await login(NEW)).toMatchObject({ status: 200 });
    expect(await login("ada@x.org")).toMatchObject({ status: 401 });
    expect(await changes()).toHaveLength(1);
  });

  test("is refused with a wrong password, and nothing changes", async () => {
    expect(await change(NEW, "something else")).toMatchObject({
      status: 400,
      body: { errors: [{ param: "currentPassword", msg: "Current password is incorrect" }] },
    });
    expect(await ada.call("GET", "/api/profile")).toMatchObject({
      body: { profile: { name: "Ada", email: "ada@x.org" } },
    });
  });

  test("is pending without the password; the name changes, and the old address still signs in", async () => {
    expect(await change(NEW)).toMatchObject({
      status: 200,
      body: { profile: { name: "Augusta", email: "ada@x.org", pending_email: NEW } },
    });
    expect(await login("ada@x.org")).toMatchObject({ body: { user: { email: "ada@x.org" } } });
    expect(await ada.call("GET", "/api/profile")).toMatchObject({
      body: { profile: { pending_email: NEW } },
    });
    expect(await changes()).toHaveLength(0);
  });

  test("if pending, is confirmed by signing in with it and the right password", async () => {
    await change(NEW);
    expect(await login(NEW, "something else")).toMatchObject({ status: 401 });
    expect(await changes()).toHaveLength(0);
    expect(await login(NEW.toUpperCase())).toMatchObject({
      status: 200,
      body: { user: { id: ada.user.id, email: NEW } },
    });
    expect(await login("ada@x.org")).toMatchObject({ status: 401 });
    expect(await changes()).toHaveLength(1);
    const { body } = await ada.call("GET", "/api/profile");
    expect(body).not.toHaveProperty("profile.pending_email");
  });

  test("if pending, is cancelled when the user saves the current email address again", async () => {
    await change(NEW);
    await change("ada@x.org");
    expect(await login(NEW)).toMatchObject({ status: 401 });
  });

  test("if pending, is hidden from others, who may register with it, but not change theirs to it", async () => {
    await change(NEW);
    const admin = await server.as("admin");
    expect(JSON.stringify((await admin.call("GET", "/api/users")).body)).not.toContain(NEW);
    expect(await admin.call("PUT", "/api/profile", { name: "Bob", email: NEW })).toMatchObject({
      status: 409,
    });
    const registration = { email: NEW, password: "another password", role: "member" };
    expect(await server.call("POST", "/api/auth/register", registration)).toMatchObject({
      status: 201,
    });
    expect(await login(NEW)).toMatchObject({ status: 401 });
    expect(await login(NEW, "another password")).toMatchObject({ status: 200 });
    expect(await login("ada@x.org")).toMatchObject({ status: 200 });
  });
});

test("another user's address is refused, ignoring case", async () => {
  await server.as("member", { email: "bob@x.org" });
  expect(await ada.call("PUT", "/api/profile", { name: "Ada", email: "BOB@x.org" })).toMatchObject({
    status: 409,
    body: { error: "Email is already registered" },
  });
});

test("a new password needs the current one, and replaces it", async () => {
  const password_hash = await hashOnce("old password");
  const { user, call } = await server.as("member", { password_hash });
  const change = (currentPassword: string) =>
    call("PUT", "/api/profile/password", { currentPassword, newPassword: "new password" });
  const msg = "Current password is incorrect";
  expect(await change("not the old one")).toMatchObject({
    status: 400,
    body: { errors: [{ param: "currentPassword", msg }] },
  });
  expect(await change("old password")).toMatchObject({ status: 204 });
  const login = (password: string) =>
    server.call("POST", "/api/auth/login", { email: user.email, password });
  expect(await login("old password")).toMatchObject({ status: 401 });
  expect(await login("new password")).toMatchObject({ status: 200 });
});
