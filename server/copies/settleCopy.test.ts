import { copyFileSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { sql } from "kysely";
import type { ApiTokenCreatedResponse } from "#contract/shapes/apiToken.ts";
import type { InvitationsResponse } from "#contract/shapes/link.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { databaseFile } from "#server/db/folder.ts";
import { isPostgres, openDatabase } from "#server/db/open.ts";
import { makeFolderPlace, type Place } from "#server/testing/place.ts";
import {
  callServer,
  PASSWORD,
  type ReadyServer,
  register,
  runTaskdeck,
  serverOn,
} from "#server/testing/process.ts";
import { addTasks, runIn } from "#server/testing/taskRuns.ts";
import { testFolder, testPlace } from "#server/testing/testPlace.ts";
import { until } from "#server/testing/until.ts";

const source = testPlace({ hasTables: true });
const target = testPlace();
const inFolder = testFolder();

const EMAIL = "ada@example.com";
const TASKS = 600;

/** A server that was killed during a bulk deletion, and what its users have. */
async function killedServer({ where, env }: Place) {
  const server = await serverOn(env);
  const { base } = server;
  const { accessToken: token, refreshToken } = await register(base, "admin", EMAIL);
  const post = async (path: string, body: object) =>
    (await callServer(base + path, { token, body })).body;
  const invitation = { list: "eve@example.com", role: "admin" };
  const { results } = (await post("/api/invitations", invitation)) as InvitationsResponse;
  const apiToken = { name: "Script", scope: "read", days: 7 };
  const { secret } = (await post("/api/tokens", apiToken)) as ApiTokenCreatedResponse;
  await using db = openDatabase(where);
  const ids = await addTasks({ db, clock: { time: new Date() } }, TASKS);
  const deletion = { task_ids: ids.join(), action: "delete" };
  const { id } = runIn({ body: await post("/api/task-runs", deletion) });
  const items = db.selectFrom("run_items").select("item_id").where("result", "=", "done");
  await until(async () => (await items.limit(1).execute()).length > 0);
  server.child.kill("SIGKILL");
  await server.exit;
  return { id, refreshToken, secret, link: results[0]?.made?.path.split("#")[1] ?? "" };
}

async function countTasks(where: string): Promise<number> {
  await using db = openDatabase(where);
  return (await db.selectFrom("tasks").select("id").execute()).length;
}

/** The sentence about the bulk deletion, in a command's output or a server's. */
const STOPPED = /Stopped: the bulk action on tasks that \S+ began at \S+\. It can be begun again\./;

/** Waits until the job of the copied database has ended, and expects that it has deleted nothing more. */
async function expectStopped({ base }: ReadyServer, { where }: Place, id: string, left: number) {
  const body = { email: EMAIL, password: PASSWORD };
  const login = await callServer(`${base}/api/auth/login`, { body });
  const { accessToken: token } = login.body as SessionResponse;
  const read = async () => runIn(await callServer(`${base}/api/task-runs/${id}`, { token }));
  await until(async () => (await read()).state !== "running");
  expect(await read()).toMatchObject({ state: "stopped", counts: { done: TASKS - left } });
  expect(await countTasks(where)).toBe(left);
}

test("a restored backup of a killed server deletes nothing more, and its links, codes and sessions have ended", async () => {
  const { id, refreshToken, secret, link } = await killedServer(source);
  const file = inFolder("backup.db");
  await runTaskdeck(source.env, ["backup", file]);
  const restored = await runTaskdeck(target.env, ["restore", file]);
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(STOPPED) as unknown });
  expect(restored.output).toContain(
    "Ended: sessions: 1, links: 1, codes: 0. All users must sign in again.\n",
  );
  const server = await serverOn(target.env);
  const post = async (path: string, body: object) =>
    (await callServer(server.base + path, { body })).status;
  expect(await post("/api/auth/refresh", { refreshToken })).toBe(401);
  expect(await post("/api/links/open", { token: link })).toBe(409);
  const { status } = await callServer(`${server.base}/api/profile`, { token: secret });
  expect(status).toBe(200);
  await expectStopped(server, target, id, await countTasks(source.where));
});

/** Copies the database, as an operator may do without Taskdeck's commands. */
async function copyDatabase(): Promise<Place> {
  if (!isPostgres(source.where)) {
    cpSync(source.where, inFolder("copy"), { recursive: true });
    return { ...target, where: inFolder("copy"), env: { DATA_DIR: inFolder("copy") } };
  }
  const url = new URL(target.where);
  const [from, to] = [source.where, target.where].map((where) => new URL(where).pathname.slice(1));
  url.pathname = "/postgres";
  await using db = openDatabase(url.href);
  await sql`drop database ${sql.table(to ?? "")}`.execute(db);
  await sql`create database ${sql.table(to ?? "")} template ${sql.table(from ?? "")}`.execute(db);
  return target;
}

test("a server that starts on a copied database goes on with no job, and keeps the sessions", async () => {
  const { id, refreshToken } = await killedServer(source);
  const copy = await copyDatabase();
  const left = await countTasks(source.where);
  const server = await serverOn(copy.env);
  expect(server.output()).toMatch(STOPPED);
  const refresh = await callServer(`${server.base}/api/auth/refresh`, { body: { refreshToken } });
  expect(refresh.status).toBe(200);
  await expectStopped(server, copy, id, left);
});

test("a restarted server goes on with its jobs, also in a moved folder", async () => {
  const { id } = await killedServer(source);
  const moved = { ...source };
  if (!isPostgres(source.where)) {
    moved.env = { DATA_DIR: join(source.where, "moved") };
    moved.where = join(source.where, "moved");
    const names = readdirSync(source.where);
    mkdirSync(moved.where);
    for (const name of names) renameSync(join(source.where, name), join(moved.where, name));
  }
  await using db = openDatabase(moved.where);
  await db.updateTable("jobs").set({ lease_owner: null, lease_until: null }).execute();
  await serverOn(moved.env);
  const job = db.selectFrom("jobs").select("state").where("subject_id", "=", id);
  await until(async () => (await job.executeTakeFirst())?.state === "done");
  expect(await countTasks(moved.where)).toBe(0);
});

const [onPostgres, onSqlite] = process.env["TEST_DATABASE_URL"]
  ? [test, test.skip]
  : [test.skip, test];

onSqlite(
  "a server that starts on a backup, copied over its database, has restored it",
  async () => {
    const { id, refreshToken } = await killedServer(source);
    const backup = inFolder("backup.db");
    await runTaskdeck(source.env, ["backup", backup]);
    const left = await countTasks(source.where);
    copyFileSync(backup, databaseFile(source.where));
    for (const suffix of ["-wal", "-shm"]) {
      rmSync(databaseFile(source.where) + suffix, { force: true });
    }
    const server = await serverOn(source.env);
    expect(server.output()).toMatch(STOPPED);
    expect(server.output()).toContain("All users must sign in again.");
    const refresh = await callServer(`${server.base}/api/auth/refresh`, { body: { refreshToken } });
    expect(refresh.status).toBe(401);
    await expectStopped(server, source, id, left);
  },
);

onPostgres("a database that was moved to PostgreSQL goes on with no job", async () => {
  const folder = makeFolderPlace();
  const { id, refreshToken } = await killedServer(folder);
  const left = await countTasks(folder.where);
  const env = { ...folder.env, ...target.env };
  const moved = await runTaskdeck(env, ["migrate-postgres"]);
  expect(moved).toMatchObject({ code: 0, output: expect.stringMatching(STOPPED) as unknown });
  const server = await serverOn(target.env);
  const refresh = await callServer(`${server.base}/api/auth/refresh`, { body: { refreshToken } });
  expect(refresh.status).toBe(200);
  await expectStopped(server, target, id, left);
  await folder.drop();
});
