import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { BackupResponse } from "#contract/shapes/backup.ts";
import { HOUR_MS, MINUTE_MS } from "#contract/time.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { checkBackup } from "#server/db/backup/backupFile.ts";
import { createMetrics } from "#server/metrics/metrics.ts";
import { inboxOf } from "#server/testing/inbox.ts";
import { startServer, type TestServer } from "#server/testing/server.ts";
import { testFolder, testPlace } from "#server/testing/testPlace.ts";
import { createBackups } from "./schedule.ts";
import { writeBackup } from "./writeBackup.ts";

const place = testPlace({ hasTables: true });
const inFolder = testFolder();
let dataDir: string;
let folder: string;
let server: TestServer;
let log: unknown[];
let stop: AbortController;

/** A server on a database that a worker thread can open. */
beforeEach(async () => {
  dataDir = place.env["DATA_DIR"] ?? inFolder();
  folder = path.join(dataDir, "backups");
  log = [];
  stop = new AbortController();
  const { postgres } = readConfig(place.env);
  const backups = { everyMs: 24 * HOUR_MS, keep: 2, hasFiles: true };
  server = await startServer({ where: place.where, config: { dataDir, postgres, backups } });
});
afterEach(() => server.close());

/** Writes an empty file in place of a backup, which takes long. */
const writeEmpty: typeof writeBackup = async ({ file }, signal) => {
  signal.throwIfAborted();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, "");
  return 0;
};

/** Another server of the same database looks whether a backup is due. */
const run = (write = writeEmpty) => {
  const keep = (...line: unknown[]) => void log.push(line);
  const clock = async () => server.clock.time;
  return createBackups(server.deps, { info: keep, error: keep }, stop.signal, write, clock)();
};

const files = () => readdirSync(folder).sort();
const lastBackup = async () =>
  ((await (await server.as("admin")).call("GET", "/api/backup")).body as BackupResponse).backup;

test("of several servers one writes the backup that is due, checked, and the newest are kept", async () => {
  expect(await lastBackup()).toBeNull();
  mkdirSync(folder);
  writeFileSync(path.join(folder, "taskdeck-by-hand.db"), "");
  for (const [index, hours] of [0, 23, 1, 24].entries()) {
    server.clock.advance(hours * HOUR_MS);
    const write = index === 3 ? writeBackup : writeEmpty;
    await Promise.all([run(write), run(write), run(write)]);
    expect(files()).toHaveLength([2, 2, 3, 3][index] ?? 0);
  }
  const [byHand, , newest = ""] = files();
  expect(byHand).toBe("taskdeck-by-hand.db");
  expect((await checkBackup(path.join(folder, newest))).isCurrent).toBe(true);
  expect(log).toHaveLength(3);
  const now = server.clock.time.toISOString();
  expect(await lastBackup()).toMatchObject({ file: newest, error: null, succeeded_at: now });
});

test("a failed backup is an item of the admins' inboxes and a metric, and is repeated within an hour", async () => {
  const admin = await server.as("admin");
  const member = await server.as("member");
  const metrics = createMetrics();
  const app = await buildApp(server.deps, { metrics });
  const failed = async () => /^taskdeck_backup_failed (\d)$/m.exec(await metrics.text())?.[1];

  writeFileSync(folder, "no folder");
  await run(writeBackup);
  expect(JSON.stringify(log)).toContain("A backup failed");
  expect(await lastBackup()).toMatchObject({ bytes: 0, succeeded_at: null });
  expect(await inboxOf(admin)).toMatchObject({
    items: [{ kind: "backup_failed", task: null, read: false }],
    unread: 1,
  });
  expect(await inboxOf(member)).toMatchObject({ items: [], unread: 0 });
  expect(await failed()).toBe("1");

  rmSync(folder);
  await run();
  expect(await failed()).toBe("1");
  server.clock.advance(HOUR_MS);
  await run();
  expect(files()).toHaveLength(1);
  expect(await inboxOf(admin)).toMatchObject({ items: [], unread: 0 });
  expect(await failed()).toBe("0");
  await app.close();
});

test("a stopped server leaves its backup to the next start", async () => {
  stop.abort();
  await run();
  expect(await lastBackup()).toBeNull();
  stop = new AbortController();
  await run();
  expect(files()).toHaveLength(1);
});

/** Runs a backup whose file is written only after `meanwhile`. */
const runSlowly = (meanwhile: () => Promise<void>) =>
  run(async (...file) => {
    await meanwhile();
    return await writeEmpty(...file);
  });

test("a backup that takes longer than an hour is not begun again meanwhile", async () => {
  await runSlowly(async () => {
    server.clock.advance(2 * HOUR_MS);
    await run();
    expect(log).toEqual([]);
  });
  expect(files()).toHaveLength(1);
  expect(await lastBackup()).toMatchObject({ file: files()[0], error: null });
});

test("a server that was paused until another one has taken its backup records nothing", async () => {
  await runSlowly(async () => {
    await server.db.updateTable("jobs").set({ lease_until: "2000-01-01T00:00:00.000Z" }).execute();
    server.clock.advance(2 * HOUR_MS);
    await run();
    server.clock.advance(HOUR_MS);
  });
  expect(await lastBackup()).toMatchObject({
    file: "taskdeck-scheduled-2026-03-15T14-00-00Z.db",
    error: null,
    ended_at: new Date(server.clock.time.getTime() - HOUR_MS).toISOString(),
  });
  const jobs = server.db.selectFrom("jobs").select(["kind", "state"]);
  expect(await jobs.execute()).toEqual([{ kind: "backup", state: "done" }]);
});

test("servers whose clocks differ write one backup, because the database's clock counts", async () => {
  const quiet = { info: () => undefined, error: () => undefined };
  for (const minutes of [0, 5, -5, 0]) {
    const now = () => new Date(Date.now() + minutes * MINUTE_MS);
    const deps = { ...server.deps, now };
    await createBackups(deps, quiet, stop.signal, writeEmpty)();
  }
  expect(files()).toHaveLength(1);
  const [name = ""] = files();
  const time = name.replace(/^.*-scheduled-(.*T)(\d\d)-(\d\d)-(\d\dZ)\.db$/, "$1$2:$3:$4");
  expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(HOUR_MS);
});
