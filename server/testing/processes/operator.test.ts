import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { AuditPageResponse } from "#contract/audit.ts";
import type { SessionResponse } from "#contract/session.ts";
import { makePlace, type Place } from "#server/testing/place.ts";
import {
  callServer,
  killServers,
  type ReadyServer,
  register,
  runTaskdeck,
  serverOn,
} from "#server/testing/process.ts";

let place: Place;
let server: ReadyServer;
let owner: SessionResponse;

beforeEach(async () => {
  place = await makePlace();
  server = await serverOn({ ...place.env, REGISTRATION: "approval" });
  owner = await register(server.base, "admin", "owner@x.org");
});
afterEach(async () => {
  await killServers();
  await place.drop();
});

/** Runs `taskdeck admin` while the server runs. */
const admin = (...args: string[]) => runTaskdeck(place.env, ["admin", ...args]);

const ME = "/api/auth/me";
const post = (path: string, body: unknown) => callServer(server.base + path, { body });
const login = (email: string, password = "a long password") =>
  post("/api/auth/login", { email, password });
const get = (path: string, token: string) => callServer(server.base + path, { token });

test("taskdeck admin makes a waiting account an active admin while the server runs, and audits it", async () => {
  await expect(register(server.base, "member", "new@x.org")).rejects.toThrow("403");
  expect(await admin("NEW@x.org")).toEqual({
    code: 0,
    output: "new@x.org is an admin now.\nnew@x.org is active now.\n",
  });
  expect(await login("new@x.org")).toMatchObject({
    status: 200,
    body: { user: { role: "admin", is_active: true } },
  });
  expect((await admin("new@x.org")).output).toContain("already");
  const { entries } = (await get("/api/audit", owner.accessToken)).body as AuditPageResponse;
  expect(entries.slice(0, 2).map(({ actor, action }) => [actor.name, action])).toEqual(
    expect.arrayContaining([
      ["Operator", "user.activated"],
      ["Operator", "user.role_changed"],
    ]),
  );
});

test("taskdeck admin --one-time-password: the printed password is the only way in", async () => {
  const { code: exitCode, output } = await admin("owner@x.org", "--one-time-password");
  expect(exitCode).toBe(0);
  const [, password = ""] = /has the password (\S+) now/.exec(output) ?? [];
  expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  expect(await get(ME, owner.accessToken)).toMatchObject({ status: 401 });
  expect(await login("owner@x.org")).toMatchObject({ status: 401 });
  expect(await login("owner@x.org", password)).toMatchObject({ status: 200 });
});

test("taskdeck admin --sign-in-link: the printed address signs in once, without a password", async () => {
  const { code: exitCode, output } = await admin("owner@x.org", "--sign-in-link");
  expect(exitCode).toBe(0);
  const [, code = ""] = /\/login#sign-in=([\w-]{43}) /.exec(output) ?? [];
  const signIn = () => post("/api/auth/oidc/exchange", { code });
  expect(await signIn()).toMatchObject({ status: 200, body: { user: { email: "owner@x.org" } } });
  expect(await signIn()).toMatchObject({ status: 400 });
});

test("taskdeck admin refuses invalid arguments without changes", async () => {
  expect(await admin("nobody@x.org")).toEqual({
    code: 1,
    output: "Nothing was changed: no account has the address nobody@x.org\n",
  });
  expect(await admin()).toMatchObject({ code: 1 });
  expect(await admin("owner@x.org", "--delete")).toMatchObject({ code: 1 });
});

test("taskdeck rotate-key ends all sessions at once, and the running server signs with the new key", async () => {
  expect(await get(ME, owner.accessToken)).toMatchObject({ status: 200 });
  expect(await runTaskdeck(place.env, ["rotate-key"])).toEqual({
    code: 0,
    output: "The key was replaced. Sessions that have ended: 1. All users must sign in again.\n",
  });
  expect(await get(ME, owner.accessToken)).toMatchObject({ status: 401 });
  const { refreshToken } = owner;
  expect(await post("/api/auth/refresh", { refreshToken })).toMatchObject({ status: 401 });

  const { accessToken } = (await login("owner@x.org")).body as SessionResponse;
  expect(await get(ME, accessToken)).toMatchObject({ status: 200 });
  // A server that has never read the old key accepts the token.
  await killServers();
  server = await serverOn(place.env);
  expect(await get(ME, accessToken)).toMatchObject({ status: 200 });
});
