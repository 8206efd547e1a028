import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { AuditPageResponse } from "#contract/audit.ts";
import type { SessionResponse } from "#contract/session.ts";
import { makePlace, type Place } from "#server/testing/place.ts";
import {
  callServer,
  killServers,
  type ReadyServer,
  register,
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

/** Runs a script of scripts/ while the server runs. */
function run(script: string, ...args: string[]) {
  const file = join(import.meta.dirname, "../../../scripts", script);
  const env = { PATH: process.env["PATH"], ...place.env };
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    env,
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

const ME = "/api/auth/me";
const post = (path: string, body: unknown) => callServer(server.base + path, { body });
const login = (email: string, password = "a long password") =>
  post("/api/auth/login", { email, password });
const get = (path: string, token: string) => callServer(server.base + path, { token });

test("npm run admin makes a waiting account an active admin while the server runs, and audits it", async () => {
  await expect(register(server.base, "member", "new@x.org")).rejects.toThrow("403");
  expect(run("admin.ts", "NEW@x.org")).toEqual({
    status: 0,
    output: "new@x.org is an admin now.\nnew@x.org is active now.\n",
  });
  expect(await login("new@x.org")).toMatchObject({
    status: 200,
    body: { user: { role: "admin", is_active: true } },
  });
  expect(run("admin.ts", "new@x.org").output).toContain("already");
  const { entries } = (await get("/api/audit", owner.accessToken)).body as AuditPageResponse;
  expect(entries.slice(0, 2).map(({ actor, action }) => [actor.name, action])).toEqual(
    expect.arrayContaining([
      ["Operator", "user.activated"],
      ["Operator", "user.role_changed"],
    ]),
  );
});

test("npm run admin -- --one-time-password: the printed password is the only way in", async () => {
  const { status, output } = run("admin.ts", "owner@x.org", "--one-time-password");
  expect(status).toBe(0);
  const [, password = ""] = /has the password (\S+) now/.exec(output) ?? [];
  expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  expect(await get(ME, owner.accessToken)).toMatchObject({ status: 401 });
  expect(await login("owner@x.org")).toMatchObject({ status: 401 });
  expect(await login("owner@x.org", password)).toMatchObject({ status: 200 });
});

test("npm run admin -- --sign-in-link: the printed address signs in once, without a password", async () => {
  const { status, output } = run("admin.ts", "owner@x.org", "--sign-in-link");
  expect(status).toBe(0);
  const [, code = ""] = /\/login#sign-in=([\w-]{43}) /.exec(output) ?? [];
  const signIn = () => post("/api/auth/oidc/exchange", { code });
  expect(await signIn()).toMatchObject({ status: 200, body: { user: { email: "owner@x.org" } } });
  expect(await signIn()).toMatchObject({ status: 400 });
});

test("npm run admin refuses invalid arguments without changes", () => {
  expect(run("admin.ts", "nobody@x.org")).toEqual({
    status: 1,
    output: "Nothing was changed: no account has the address nobody@x.org\n",
  });
  expect(run("admin.ts")).toMatchObject({ status: 1 });
  expect(run("admin.ts", "owner@x.org", "--delete")).toMatchObject({ status: 1 });
});

test("npm run rotate-key ends all sessions at once, and the running server signs with the new key", async () => {
  expect(await get(ME, owner.accessToken)).toMatchObject({ status: 200 });
  expect(run("rotateKey.ts")).toEqual({
    status: 0,
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
