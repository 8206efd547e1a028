import { expect, test } from "@jest/globals";
import type { Config } from "#server/config.ts";
import { hashOnce } from "#server/testing/accounts.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";
import { registrationMode } from "./registration.ts";

const password = "a long password";
const server = sharedServer();

async function start(localSignIn: Config["localSignIn"]) {
  server.deps.config.localSignIn = localSignIn;
  const password_hash = await hashOnce(password);
  await server.as("admin", { email: "admin@example.com", password_hash });
  await server.as("member", { email: "member@example.com", password_hash });
}
const signIn = async (email: string, secret = password) =>
  (await server.call("POST", "/api/auth/login", { email, password: secret })).status;

test.each([
  ["on", 200, 200],
  ["admins", 403, 200],
  ["off", 403, 403],
] as const)(
  "LOCAL_SIGN_IN=%s: a member's sign-in gets %i, an admin's %i",
  async (mode, member, admin) => {
    await start(mode);
    expect(await signIn("member@example.com")).toBe(member);
    expect(await signIn("admin@example.com")).toBe(admin);
    expect((await server.call("GET", "/api/auth/options")).body).toEqual({
      local_sign_in: mode,
      providers: [],
      password_mail: false,
    });
  },
);

test("a wrong password and an unknown user get 401, even if nobody may sign in with a password", async () => {
  await start("off");
  expect(await signIn("admin@example.com", "wrong")).toBe(401);
  expect(await signIn("nobody@example.com")).toBe(401);
});

test("registration is closed unless everyone may sign in with a password", async () => {
  await start("admins");
  expect(await registrationMode(server.db, server.deps.config)).toBe("closed");
});
