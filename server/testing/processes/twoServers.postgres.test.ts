import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import type { Change } from "#contract/events.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { UsersResponse } from "#contract/shapes/userList.ts";
import { openDatabase } from "#server/db/open.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import { openReaderAt, type Reader } from "#server/testing/eventReader.ts";
import {
  callServer,
  killServers,
  type ReadyServer,
  register,
  serverOn,
} from "#server/testing/process.ts";
import { addTasks } from "#server/testing/taskRuns.ts";
import { fileFolder } from "#server/testing/testPlace.ts";
import { until } from "#server/testing/until.ts";

/** Two server processes on one database, as behind a load balancer. */
let here: ReadyServer;
let there: ReadyServer;
let url: string;
let env: Record<string, string>;
let drop: () => Promise<void>;
const folder = fileFolder({ "here/empty": "", "there/empty": "" });
const readers: Reader[] = [];

beforeAll(async () => {
  const postgres = String(process.env["TEST_DATABASE_URL"]);
  ({ url, drop } = await createTestDatabase(postgres, { template: false }));
  // Both start concurrently on an empty database, so both try to migrate it.
  env = { DATABASE_URL: url, DATABASE_POOL_SIZE: "4" };
  [here, there] = await Promise.all([
    serverOn({ ...env, DATA_DIR: `${folder}/here` }),
    serverOn({ ...env, DATA_DIR: `${folder}/there` }),
  ]);
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await killServers();
  await drop();
});

async function open(server: ReadyServer, token: string, lastId?: string): Promise<Reader> {
  const reader = await openReaderAt(server.base, token, lastId);
  readers.push(reader);
  return reader;
}

async function createTask(server: ReadyServer, token: string): Promise<string> {
  const body = { title: "One", priority: "Low" };
  const made = await callServer(`${server.base}/api/tasks`, { body, token });
  return (made.body as { task: { id: string } }).task.id;
}

/** Sends a signed-in user's request to one of the two servers. */
const call = (
  { base }: ReadyServer,
  path: string,
  { accessToken: token }: Pick<SessionResponse, "accessToken">,
  method?: string,
  body?: unknown,
) => callServer(base + path, { token, body, ...(method && { method }) });

test("the log says that files need a folder that both servers share, unless they do", async () => {
  const warning = "the files of tasks need a folder that all servers share";
  expect(here.output() + there.output()).toContain(warning);
  const { accessToken: token } = await register(here.base);
  const upload = await fetch(
    `${here.base}/api/tasks/${await createTask(here, token)}/files?name=a`,
    {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
      body: "Hello",
    },
  );
  expect(upload.status).toBe(201);
  const third = await serverOn({ ...env, DATA_DIR: `${folder}/here` });
  expect(third.output()).not.toContain(warning);
  third.child.kill("SIGKILL");
});

test("the tab's id reaches streams of its own session at both servers", async () => {
  const own = await register(here.base);
  const other = await register(here.base);
  const readers = [
    await open(here, own.accessToken),
    await open(there, own.accessToken),
    await open(there, other.accessToken),
  ];
  const response = await fetch(`${here.base}/api/tasks`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${own.accessToken}`,
      "content-type": "application/json",
      "x-client-id": "tab-1",
    },
    body: JSON.stringify({ title: "One", priority: "Low" }),
  });
  const { task } = (await response.json()) as { task: { id: string } };
  const seen = (reader: Reader) =>
    (reader.changes() as Change[]).filter(({ id }) => id === task.id).map(({ by }) => by);
  await until(() => readers.every((reader) => seen(reader).length > 0));
  expect(readers.map(seen)).toEqual([["tab-1"], ["tab-1"], [null]]);
});

test("the start of a bulk action at one server reaches its maker's streams at the other", async () => {
  const maker = await register(here.base);
  const other = await register(here.base);
  const [own, foreign] = [
    await open(there, maker.accessToken),
    await open(there, other.accessToken),
  ];
  const db = openDatabase(url);
  const ids = await addTasks({ db, clock: { time: new Date() } }, 60);
  await db.destroy();
  const body = { action: "change", task_ids: ids.join(), priority: "High" };
  await callServer(`${here.base}/api/task-runs`, { body, token: maker.accessToken });
  const seen = (reader: Reader) =>
    (reader.changes() as Change[]).filter(({ type }) => type === "taskRun");
  await until(() => seen(own).length === 2 && seen(foreign).length === 1);
  const started = { type: "taskRun", id: maker.user.id, change: "started", by: null };
  expect(seen(own)).toContainEqual(started);
  expect(seen(foreign)).toMatchObject([{ change: "finished" }]);
});

test("a reader that moves between servers under many writers misses no change", async () => {
  const { accessToken: token } = await register(here.base);
  const seen = new Set<string>();
  const made: string[] = [];
  let isWriting = true;
  const { told } = await open(here, token);
  async function write(server: ReadyServer): Promise<void> {
    for (let count = 0; count < 30; count += 1) made.push(await createTask(server, token));
  }
  async function follow(): Promise<void> {
    let last = told.at(-1)?.id;
    for (let turn = 0, isLast = false; !isLast; turn += 1) {
      isLast = !isWriting;
      const reader = await open(turn % 2 === 0 ? here : there, token, last);
      const before = reader.told.length;
      if (!isLast) await until(() => reader.told.length > before + 5 || !isWriting);
      else await until(() => reader.told.some(({ name }) => name === "ready"));
      expect(reader.told.map(({ name }) => name)).not.toContain("reset");
      for (const change of reader.changes() as Change[]) seen.add(change.id);
      last = reader.told.at(-1)?.id;
      reader.close();
    }
  }
  const following = follow();
  await Promise.all([write(here), write(there), write(here), write(there)]);
  // Every change is settled once both servers know the last one.
  const [near, far] = [await open(here, token), await open(there, token)];
  const mark = await createTask(here, token);
  const knows = (reader: Reader) =>
    reader.changes().some((change) => (change as Change).id === mark);
  await until(() => knows(near) && knows(far));
  isWriting = false;
  await following;
  expect(made.filter((id) => !seen.has(id))).toEqual([]);
});

test("a sign-out at one server ends the session's stream at the other", async () => {
  const { accessToken: token, refreshToken } = await register(here.base);
  const reader = await open(there, token);
  await callServer(`${here.base}/api/auth/logout`, { body: { refreshToken } });
  expect(await reader.ended).toBe("ended");
});

test("a server whose channel was lost sends what other servers recorded, without a reset", async () => {
  const { accessToken: token } = await register(here.base);
  const reader = await open(there, token);
  const db = openDatabase(url);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'taskdeck events' and datname = current_database()
  `.execute(db);
  await db.destroy();
  const id = await createTask(here, token);
  await until(() => reader.changes().some((change) => (change as Change).id === id));
  expect(reader.told.map(({ name }) => name)).not.toContain("reset");
});

test("foreign messages on the channel are ignored", async () => {
  const { accessToken: token } = await register(here.base);
  const reader = await open(there, token);
  const db = openDatabase(url);
  for (const text of [
    "hello",
    "null",
    '{"a":1}',
    '{"from":"x","message":null}',
    '{"from":"x","message":5}',
    '{"from":"x","message":{"type":"strange","id":"1"}}',
    '{"from":"x","message":{"type":"task"}}',
  ]) {
    await sql`select pg_notify('taskdeck', ${text})`.execute(db);
  }
  await db.destroy();
  const id = await createTask(here, token);
  await until(() => reader.changes().some((change) => (change as Change).id === id));
  const types = (reader.changes() as Change[]).filter(({ type }) => type !== "user");
  expect(types.map(({ type, id }) => [type, id])).toEqual([["task", id]]);
});

test("a session started on one server works on the other, and ends there by a sign-out or a deactivation", async () => {
  const ada = await register(here.base);
  expect(await call(there, "/api/auth/me", ada)).toMatchObject({ status: 200 });
  const { refreshToken } = ada;
  const refreshed = await callServer(`${there.base}/api/auth/refresh`, { body: { refreshToken } });
  const { accessToken } = refreshed.body as SessionResponse;
  expect(await call(here, "/api/auth/me", { accessToken })).toMatchObject({ status: 200 });
  await callServer(`${here.base}/api/auth/logout`, { body: { refreshToken } });
  expect(await call(there, "/api/auth/me", ada)).toMatchObject({ status: 401 });
  const admin = await register(here.base, "admin");
  const max = await register(there.base);
  await call(here, `/api/users/${max.user.id}`, admin, "PUT", { is_active: false });
  expect(await call(there, "/api/auth/me", max)).toMatchObject({ status: 401 });
});

test("concurrent demotions on two servers leave one admin", async () => {
  const admins = await Promise.all(Array.from({ length: 5 }, () => register(here.base, "admin")));
  const [first] = admins;
  if (!first) throw new Error("Nobody registered");
  const { users } = (await call(here, "/api/users", first)).body as UsersResponse;
  const others = users.filter(
    ({ id, role }) => role === "admin" && !admins.some(({ user }) => user.id === id),
  );
  for (const { id } of others)
    await call(here, `/api/users/${id}`, first, "PUT", { role: "member" });

  const answers = await Promise.all(
    admins.map((admin, index) =>
      call(index % 2 ? here : there, `/api/users/${admin.user.id}`, admin, "PUT", {
        role: "member",
      }),
    ),
  );
  const refused = answers.filter(({ status }) => status !== 200).map(({ status }) => status);
  expect(refused).toEqual([409]);
  const after = (await call(there, "/api/users", first)).body as UsersResponse;
  expect(after.users.filter(({ role }) => role === "admin")).toHaveLength(1);
});
