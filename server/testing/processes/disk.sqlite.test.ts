import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, expect, test } from "@jest/globals";
import { sql } from "kysely";
import type { FilesResponse, UploadResponse } from "#contract/shapes/file.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { databaseFile } from "#server/db/folder.ts";
import { migrate, migrateDatabase } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { transaction } from "#server/db/transaction.ts";
import { StorageRefused } from "#server/db/unavailable.ts";
import { sha256 } from "#server/testing/files.ts";
import {
  callServer,
  killServers,
  type ReadyServer,
  register,
  runServer,
  serverOn,
} from "#server/testing/process.ts";
import { testPlace } from "#server/testing/testPlace.ts";
import { emptyLedger, lostFrom, write, writersUntil } from "#server/testing/writers.ts";

const isRoot = process.getuid?.() === 0;
const place = testPlace();
let folder: string;

beforeEach(() => {
  folder = place.where;
});

const quietly = (program: string, ...args: string[]) =>
  execFileSync(program, args, { stdio: "ignore" });

/** Limits the size of every file that the process writes. The kernel refuses larger ones. */
const limit = ({ child }: ReadyServer, bytes: string) =>
  quietly("prlimit", `--pid=${child.pid}`, `--fsize=${bytes}:`);

/** A small file system in memory. Only root may mount one. */
const mountSmallDisk = (where: string) =>
  quietly("mount", "-t", "tmpfs", "-o", "size=10m", "tmpfs", where);
const unmount = (where: string) => quietly("umount", "-l", where);

function canMount(): boolean {
  const where = mkdtempSync(join(tmpdir(), "taskdeck-disk-"));
  try {
    mountSmallDisk(where);
    unmount(where);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(where, { recursive: true });
  }
}

test("a full disk: writes get 507, reads work, nothing is lost, and writes succeed once there is space", async () => {
  const server = await serverOn({ DATA_DIR: folder });
  const { base } = server;
  const { accessToken: token, refreshToken } = await register(base);
  const ledger = emptyLedger();
  limit(server, "1000000");
  // Several refusals, because a smaller change may still fit after the first one.
  for (let refused = 0; refused < 3; refused += 1) {
    expect(await write(base, token, ledger)).toBe(507);
  }
  const body = { title: "One too many ".repeat(15), priority: "Low" };
  let answer;
  do answer = await callServer(`${base}/api/tasks`, { body, token });
  while (answer.status === 201);
  expect(answer).toMatchObject({
    status: 507,
    body: { error: expect.stringContaining("disk is full") as unknown },
  });
  for (const path of ["/healthz", "/api/tasks/search", "/api/kanban/board", "/api/auth/me"]) {
    expect((await callServer(`${base}${path}`, { token })).status).toBe(200);
  }
  const refreshed = await callServer(`${base}/api/auth/refresh`, { body: { refreshToken } });
  expect(refreshed.status).toBe(200);
  expect(await lostFrom(folder, ledger)).toEqual([]);

  limit(server, "unlimited");
  await writersUntil({ base, token, ledger }, 40, () => void server.child.kill("SIGTERM"));
  expect(await server.exit).toEqual([0, null]);
  expect(await lostFrom(folder, ledger)).toEqual([]);
  const next = await serverOn({ DATA_DIR: folder });
  expect((await callServer(`${next.base}/api/auth/me`, { token })).status).toBe(200);
});

const onSmallDisk = canMount() ? test : test.skip;

onSmallDisk(
  "uploads that would fill the disk are refused, and what an import has saved is deleted",
  async () => {
    mountSmallDisk(folder);
    try {
      const server = await serverOn({ DATA_DIR: folder });
      const { base } = server;
      const { accessToken: token } = await register(base, "admin");
      const rows = Array.from({ length: 16_000 }, (_, index) => `${index} ${"x".repeat(500)}`);
      const upload = await fetch(`${base}/api/imports?name=file.csv`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "text/csv" },
        body: `Title\n${rows.join("\n")}\n`,
      });
      expect(upload.status).toBe(507);
      const list = await callServer(`${base}/api/imports`, { token });
      expect(list).toMatchObject({ body: { imports: [] } });
      const files = await uploadsTo(server, token);
      expect((await files.whole(new Uint8Array(9))).status).toBe(507);
      expect((await files.begin(9)).status).toBe(507);
      const body = { title: "A task", priority: "Low" };
      expect((await callServer(`${base}/api/tasks`, { body, token })).status).toBe(201);
    } finally {
      await killServers();
      unmount(folder);
    }
  },
);

/** Sends bytes to a task of a server, in one request and so that they can be resumed. */
async function uploadsTo({ base }: ReadyServer, token: string) {
  const made = await callServer(`${base}/api/tasks`, {
    body: { title: "A task", priority: "Low" },
    token,
  });
  const url = `${base}/api/tasks/${(made.body as TaskResponse).task.id}`;
  const send = async (
    method: string,
    to: string,
    headers: object,
    body?: Uint8Array<ArrayBuffer>,
  ) => {
    const all = { authorization: `Bearer ${token}`, ...headers };
    const response = await fetch(to, { method, headers: all, ...(body && { body }) });
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : {}) as unknown };
  };
  return {
    whole: (bytes: Uint8Array<ArrayBuffer>) =>
      send(
        "POST",
        `${url}/files?name=a.bin`,
        { "content-type": "application/octet-stream" },
        bytes,
      ),
    begin: (size: number) =>
      send("POST", `${url}/uploads`, {
        "upload-length": String(size),
        "upload-metadata": "filename Yi5iaW4=",
      }),
    /** Sends what the server doesn't have yet. */
    async resume(began: unknown, bytes: Uint8Array<ArrayBuffer>) {
      const to = base + (began as UploadResponse).upload.url;
      const { offset } = ((await send("GET", to, {})).body as UploadResponse).upload;
      const type = "application/offset+octet-stream";
      const headers = { "content-type": type, "upload-offset": String(offset) };
      return await send("PATCH", to, headers, bytes.slice(offset));
    },
    hashes: async () =>
      ((await send("GET", `${url}/files`, {})).body as FilesResponse).files.map(
        (file) => file.sha256,
      ),
  };
}

test("files are refused on a full disk, everything else goes on, and an upload goes on once there is space", async () => {
  const server = await serverOn({ DATA_DIR: folder });
  const { base } = server;
  const { accessToken: token } = await register(base);
  const { whole, begin, resume, hashes } = await uploadsTo(server, token);
  const bytes = new Uint8Array(randomBytes(4_000_000));
  const began = await begin(bytes.length);
  limit(server, "3000000");
  const refused = {
    status: 507,
    body: { error: expect.stringContaining("disk is full") as unknown },
  };
  expect(await whole(bytes)).toMatchObject(refused);
  expect(await resume(began.body, bytes)).toMatchObject(refused);
  expect(await hashes()).toEqual([]);
  const body = { title: "Another task", priority: "Low" };
  expect((await callServer(`${base}/api/tasks`, { body, token })).status).toBe(201);
  limit(server, "unlimited");
  expect(await resume(began.body, bytes)).toMatchObject({ status: 204 });
  expect(await hashes()).toEqual([sha256(bytes)]);
});

test("a transaction on a full disk is rolled back, and its space is free for the next", async () => {
  const db = openDatabase(folder);
  await migrate(db);
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  const space = (count: number) => sql.raw(`pragma max_page_count = ${count}`).execute(db);
  await space(Number(pages.rows[0]?.page_count) + 4);
  const team = (id: string) => ({ id, name: id, description: "-".repeat(4_000), created_at: "" });
  const many = transaction(db, async (trx) => {
    for (let id = 1; id <= 50; id += 1) {
      await trx
        .insertInto("teams")
        .values(team(String(id)))
        .execute();
    }
  });
  await expect(many).rejects.toThrow(StorageRefused);
  expect(await db.selectFrom("teams").select("id").execute()).toEqual([]);
  await space(1_000);
  await transaction(db, async (trx) => {
    await trx.insertInto("teams").values(team("51")).execute();
  });
  expect(await db.selectFrom("teams").select("id").execute()).toEqual([{ id: "51" }]);
  await db.destroy();
});

/** Runs a server without root's rights, because root may write to every file. */
const runAsAnyone = (env: Record<string, string>) => runServer(env, isRoot ? { uid: 65_534 } : {});

test("a folder or database that can't be written stops the start with a clear message", async () => {
  const closed = join(folder, "closed");
  mkdirSync(closed);
  await migrateDatabase(closed);
  if (isRoot) for (const name of [closed, databaseFile(closed)]) chownSync(name, 65_534, 65_534);
  chmodSync(folder, 0o755);
  const file = join(folder, "file");
  writeFileSync(file, "");

  const output = async (dataDir: string) => {
    const server = runAsAnyone({ DATA_DIR: dataDir, PORT: "0" });
    expect(await server.exit).toEqual([1, null]);
    return server.output();
  };
  chmodSync(closed, 0o555);
  expect(await output(closed)).toContain(
    `can't start: DATA_DIR (${closed}) can't be written: EACCES`,
  );
  chmodSync(closed, 0o755);
  chmodSync(databaseFile(closed), 0o444);
  expect(await output(closed)).toMatch(/can't be written: EACCES.*taskdeck\.db/);
  expect(await output(file)).toContain("can't be written: it is a file, not a folder");
});

test("a second server on the same folder is refused; a killed server leaves no lock", async () => {
  const env = { DATA_DIR: folder };
  const first = await serverOn(env);
  const second = runServer({ ...env, PORT: "0" });
  expect(await second.exit).toEqual([1, null]);
  expect(second.output()).toContain(
    `Taskdeck can't start: another Taskdeck server uses DATA_DIR (${folder})`,
  );
  expect(second.output()).toContain("several servers can share a PostgreSQL database");
  await register(first.base);

  // A server that starts while another one ends waits briefly for the lock.
  const third = runServer({ ...env, PORT: "0" });
  await pause(100);
  first.child.kill("SIGKILL");
  await first.exit;
  while (!third.output().includes("Server listening")) {
    expect(third.child.exitCode).toBeNull();
    await pause(20);
  }
});
