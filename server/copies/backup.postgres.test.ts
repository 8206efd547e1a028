import { existsSync, rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type Kysely, sql } from "kysely";
import { backUp } from "#server/db/backup/backup.ts";
import { migrate, migrationNames } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { fillDemo } from "#server/demo/demo.ts";
import { makeFolderPlace, type Place } from "#server/testing/place.ts";
import { callServer, killServers, register, serverOn } from "#server/testing/process.ts";
import { testFolder, testPlace } from "#server/testing/testPlace.ts";
import { restoreToFolder } from "./restoreToFolder.ts";
import { restoreToPostgres } from "./restoreToPostgres.ts";

const inFolder = testFolder();
const postgres = testPlace();
let one: Place;
let other: Place;

beforeEach(() => {
  one = makeFolderPlace();
  other = makeFolderPlace();
});
afterEach(async () => {
  await killServers();
  for (const place of [one, other]) await place.drop();
});

const silent = () => undefined;
const options = { replace: false, keepAs: "", dataDir: "", onProgress: silent };

/** Fills a database with the demo data. */
async function fill(where: string): Promise<void> {
  const db = openDatabase(where);
  await migrate(db);
  await fillDemo({ db, now: () => new Date("2026-03-15T12:00:00Z") }, silent);
  await db.destroy();
}

test("a backup of the embedded database can be restored to PostgreSQL and back", async () => {
  await fill(one.where);
  const [there, back] = [inFolder("there.db"), inFolder("back.db")];
  const sums = await backUp(one.where, there, silent);
  expect((await restoreToPostgres(there, postgres.where, options)).checksums).toEqual(sums);
  const again = await backUp(postgres.where, back, silent);
  // A restore forgets the name of the numbers of changes, which is a setting.
  const data = (all: typeof sums) => all.filter(({ table }) => table !== "settings");
  expect(data(again)).toEqual(data(sums));
  expect((await restoreToFolder(back, other.where, options)).checksums).toEqual(again);

  const { base } = await serverOn(postgres.env);
  const { accessToken: token } = await register(base);
  const { body } = await callServer(`${base}/api/tasks/search?search=kitchen`, { token });
  expect(body).toMatchObject({ pagination: { total: 1 } });
});

test("changes go on with new numbers after a move, although the newest ones are gone", async () => {
  const db = openDatabase(one.where);
  await migrate(db);
  const insert = async (into: Kysely<Database>, ...ids: string[]): Promise<number> => {
    const actor = { actor_id: "ada", actor_name: "Ada", at: "2026-03-15T12:00:00.000Z" };
    const subject = { subject_kind: "task", subject_id: "task", subject_name: "Task" } as const;
    const change = { kind: "task.changed", details: "{}", fields: "[]", audited: 0 } as const;
    const row = { ...actor, ...subject, ...change, team_id: null };
    const rows = ids.map((id) => Object.assign({ id }, row));
    const numbers = await into.insertInto("changes").values(rows).returning("number").execute();
    return Math.max(...numbers.map(({ number }) => number));
  };
  expect(await insert(db, "1", "2", "3")).toBe(3);
  await db.deleteFrom("changes").where("id", "!=", "1").execute();
  await db.destroy();
  await backUp(one.where, inFolder("there.db"), silent);
  await restoreToPostgres(inFolder("there.db"), postgres.where, options);
  const target = openDatabase(postgres.where);
  expect(await insert(target, "4", "5")).toBe(5);
  await target.deleteFrom("changes").where("id", "!=", "1").execute();
  await target.destroy();
  await backUp(postgres.where, inFolder("back.db"), silent);
  await restoreToFolder(inFolder("back.db"), other.where, options);
  const back = openDatabase(other.where);
  expect(await insert(back, "6")).toBe(6);
  await back.destroy();
});

test("a backup keeps an older version's tables, and the restore migrates them", async () => {
  const db = openDatabase(postgres.where);
  await migrate(db, migrationNames[2]);
  await sql`insert into teams values ('1', 'Crew', '', '2026-01-01')`.execute(db);
  await db.destroy();
  const sums = await backUp(postgres.where, inFolder("older.db"), silent);
  expect(sums.map(({ table }) => table)).not.toContain("notifications");
  const restored = await restoreToFolder(inFolder("older.db"), one.where, options);
  expect(restored.migrated).toBe(true);
  expect(restored.checksums).toEqual(expect.arrayContaining(sums));
  expect(restored.checksums.map(({ table }) => table)).toContain("notifications");
});

test("a failed restore leaves the database unchanged", async () => {
  await fill(postgres.where);
  const db = openDatabase(postgres.where);
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
