import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { migrate, migrationNames } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { fillDemo } from "#server/demo/demo.ts";
import { makeFolderPlace, makePostgresPlace, type Place } from "#server/testing/place.ts";
import { callServer, killServers, register, serverOn } from "#server/testing/process.ts";
import { emptyLedger, lostFrom, writersUntil } from "#server/testing/writers.ts";
import { backUp } from "./backup.ts";
import { restoreToFolder } from "./restoreToFolder.ts";
import { restoreToPostgres } from "./restoreToPostgres.ts";

let folder: string;
let postgres: Place;
let one: Place;
let other: Place;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "taskdeck-backup-"));
  postgres = await makePostgresPlace(String(process.env["TEST_DATABASE_URL"]));
  one = makeFolderPlace();
  other = makeFolderPlace();
});
afterEach(async () => {
  await killServers();
  for (const place of [postgres, one, other]) await place.drop();
  rmSync(folder, { recursive: true });
});

const silent = () => undefined;
const inFolder = (name: string) => join(folder, name);
const options = { replace: false, keepAs: "", onProgress: silent };

test("a backup of the embedded database can be restored to PostgreSQL and back", async () => {
  const server = await serverOn(one.env);
  const { accessToken: token } = await register(server.base);
  const ledger = emptyLedger();
  await writersUntil({ base: server.base, token, ledger }, 60, () => {
    server.child.kill("SIGTERM");
  });
  await server.exit;
  expect(await lostFrom(one.where, ledger)).toEqual([]);
  const [there, back] = [inFolder("there.db"), inFolder("back.db")];
  const sums = await backUp(one.where, there, silent);
  expect((await restoreToPostgres(there, postgres.where, options)).checksums).toEqual(sums);
  expect(await lostFrom(postgres.where, ledger)).toEqual([]);

  expect(await backUp(postgres.where, back, silent)).toEqual(sums);
  expect((await restoreToFolder(back, other.where, options)).checksums).toEqual(sums);
  expect(await lostFrom(other.where, ledger)).toEqual([]);

  for (const { env } of [postgres, other]) {
    const { base } = await serverOn(env);
    const { body } = await callServer(`${base}/api/tasks/search?search=writers`, { token });
    const rows = sums.find(({ table }) => table === "tasks")?.rows;
    expect(body).toMatchObject({ pagination: { total: rows } });
  }
});

test("a backup keeps an older version's tables, and the restore migrates them", async () => {
  const db = openDatabase(postgres.where);
  await migrate(db, migrationNames[2]);
  await sql`insert into teams values ('1', 'Crew', '', '2026-01-01')`.execute(db);
  await db.destroy();
  const sums = await backUp(postgres.where, inFolder("older.db"), silent);
  expect(sums.map(({ table }) => table)).not.toContain("audit_log");
  const restored = await restoreToFolder(inFolder("older.db"), one.where, options);
  expect(restored.migrated).toBe(true);
  expect(restored.checksums).toEqual(expect.arrayContaining(sums));
  expect(restored.checksums.map(({ table }) => table)).toContain("audit_log");
});

test("a failed restore leaves the database unchanged", async () => {
  const db = openDatabase(postgres.where);
  await migrate(db);
  await fillDemo({ db, now: () => new Date("2026-03-15T12:00:00Z") }, silent);
  // A restore can't drop a table on which another program's view depends.
  await sql`create view others as select name from users`.execute(db);
  await db.destroy();
  const before = await backUp(postgres.where, inFolder("before.db"), silent);
  await serverOn(one.env);
  await backUp(one.where, inFolder("other.db"), silent);
  const replacing = { ...options, replace: true, keepAs: inFolder("kept.db") };
  const restore = (onProgress: () => void) =>
    restoreToPostgres(inFolder("other.db"), postgres.where, { ...replacing, onProgress });
  await expect(restore(silent)).rejects.toThrow("other objects depend");

  const owner = openDatabase(postgres.where);
  await sql`drop view others`.execute(owner);
  await owner.destroy();
  rmSync(replacing.keepAs);
  // Fails while rows are inserted, after the safety backup.
  const fail = () => {
    if (existsSync(replacing.keepAs)) throw new Error("The disk is gone");
  };
  await expect(restore(fail)).rejects.toThrow("The disk is gone");
  expect(await backUp(postgres.where, inFolder("after.db"), silent)).toEqual(before);
});
