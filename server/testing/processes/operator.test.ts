import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { AuditPageResponse } from "#contract/shapes/audit.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { openDatabase } from "#server/db/open.ts";
import { makePlace, type Place } from "#server/testing/place.ts";
import {
  callServer,
  killServers,
  PASSWORD,
  type ReadyServer,
  register,
  runTaskdeck,
  serverOn,
} from "#server/testing/process.ts";

let place: Place;
let server: ReadyServer;
let owner: SessionResponse;

beforeAll(async () => {
  place = await makePlace({ hasTables: true });
  server = await serverOn(place.env);
  owner = await register(server.base, "admin");
});
afterAll(async () => {
  await killServers();
  await place.drop();
});

/** Runs `taskdeck admin` while the server runs. */
const admin = (...args: string[]) => runTaskdeck(place.env, ["admin", ...args]);

const ME = "/api/auth/me";
const post = (path: string, body: unknown) => callServer(server.base + path, { body });
const login = (email: string, password = PASSWORD) => post("/api/auth/login", { email, password });
const get = (path: string, token: string) => callServer(server.base + path, { token });

test("taskdeck admin makes a waiting account an active admin while the server runs, and audits it", async () => {
  const { user } = await register(server.base, "member", "new@x.org");
  await using db = openDatabase(place.where);
  const waiting = { is_active: 0, awaiting_approval: 1 };
  await db.updateTable("users").set(waiting).where("id", "=", user.id).execute();
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
  const { accessToken } = await register(server.base, "admin", "locked-out@x.org");
  const { code: exitCode, output } = await admin("locked-out@x.org", "--one-time-password");
  expect(exitCode).toBe(0);
  const [, password = ""] = /has the password (\S+) now/.exec(output) ?? [];
  expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  expect(await get(ME, accessToken)).toMatchObject({ status: 401 });
  expect(await login("locked-out@x.org")).toMatchObject({ status: 401 });
  expect(await login("locked-out@x.org", password)).toMatchObject({ status: 200 });
});

test("taskdeck admin --sign-in-link: the printed address signs in once, without a password", async () => {
  await register(server.base, "admin", "linked@x.org");
  const { code: exitCode, output } = await admin("linked@x.org", "--sign-in-link");
  expect(exitCode).toBe(0);
  const [, code = ""] = /\/login#sign-in=([\w-]{43}) /.exec(output) ?? [];
  const signIn = () => post("/api/auth/oidc/exchange", { code });
  expect(await signIn()).toMatchObject({ status: 200, body: { user: { email: "linked@x.org" } } });
  expect(await signIn()).toMatchObject({ status: 400 });
});

test("taskdeck admin refuses an unknown address without changes", async () => {
  expect(await admin("nobody@x.org")).toEqual({
    code: 1,
    output: "Nothing was changed: no account has the address nobody@x.org\n",
  });
});

test("taskdeck restore-task restores a deleted task while the server runs, and audits it", async () => {
  const restoreTask = (...args: string[]) => runTaskdeck(place.env, ["restore-task", ...args]);
  const token = owner.accessToken;
  const body = { title: "Water the plants", priority: "Low" };
  const made = await callServer(`${server.base}/api/tasks`, { body, token });
  const path = `/api/tasks/${(made.body as TaskResponse).task.id}`;
  await callServer(server.base + path, { method: "DELETE", token });
  expect(await get(path, token)).toMatchObject({ status: 404 });

  const restored = await restoreTask(path.split("/").at(-1) ?? "");
  expect(restored).toEqual({ code: 0, output: expect.stringContaining(body.title) as unknown });
  expect(await get(path, token)).toMatchObject({ body: { task: { title: body.title } } });
  const { entries } = (await get("/api/audit", token)).body as AuditPageResponse;
  expect(entries[0]).toMatchObject({ actor: { name: "Operator" }, action: "task.restored" });

  for (const args of [["unknown"], []]) {
    const refused = await restoreTask(...args);
    expect([args, refused.code]).toEqual([args, 1]);
    expect(refused.output).toMatch(/^Nothing was restored: [^\n]+\n$/);
  }
});

test("taskdeck rotate-key ends all sessions at once, and the running server signs with the new key", async () => {
  const session = await register(server.base, "admin", "last@x.org");
  const me = async (token: string) => (await get(ME, token)).status;
  expect(await me(session.accessToken)).toBe(200);
  expect(await runTaskdeck(place.env, ["rotate-key"])).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^The key was replaced\. Ended: sessions: [1-9]\d*, links: \d+, codes: \d+, API tokens: \d+, calendar feeds: \d+\. All users/,
    ) as unknown,
  });
  expect(await me(session.accessToken)).toBe(401);
  const { refreshToken } = session;
  expect(await post("/api/auth/refresh", { refreshToken })).toMatchObject({ status: 401 });
  const { accessToken } = (await login("last@x.org")).body as SessionResponse;
  expect(await me(accessToken)).toBe(200);
  // A server that has never read the old key accepts the token.
  server.child.kill("SIGKILL");
  await server.exit;
  server = await serverOn(place.env);
  expect(await me(accessToken)).toBe(200);
});

test.each([
  ["backup", "one.db", "two.db"],
  ["restore"],
  ["restore", "one.db", "two.db"],
  ["rotate-key", "now"],
  ["migrate-postgres", "postgres://localhost/taskdeck"],
  ["import-all", "one.json", "two.json"],
  ["export"],
  ["import", "one.json", "two.json"],
])("%s with the arguments %j and %j is refused with its usage", async (...args) => {
  const { code, output } = await runTaskdeck(place.env, args);
  expect([code, output]).toEqual([1, expect.stringContaining(`use it as taskdeck ${args[0]}`)]);
});

test("commands read an environment file, whose variables override the environment's as with systemd", async () => {
  const folder = mkdtempSync(join(tmpdir(), "taskdeck-env-"));
  const file = join(folder, "environment");
  const lines = Object.entries(place.env).map(([name, value]) => `${name}=${value}`);
  writeFileSync(file, `# The server's variables\n${lines.join("\n")}\n`);
  const elsewhere = { DATA_DIR: join(folder, "nothing") };
  for (const option of [["--env-file", file], [`--env-file=${file}`]]) {
    const done = await runTaskdeck(elsewhere, ["admin", "nobody@x.org", ...option]);
    expect(done.output).toBe("Nothing was changed: no account has the address nobody@x.org\n");
  }
  const missing = await runTaskdeck(elsewhere, ["backup", "--env-file", join(folder, "none")]);
  // Node itself may refuse the option first.
  expect(missing.code).not.toBe(0);
  expect(missing.output).toContain(join(folder, "none"));
  rmSync(folder, { recursive: true });
});
