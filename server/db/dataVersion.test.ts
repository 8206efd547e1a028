import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Kysely } from "kysely";
import { testPlace } from "#server/testing/testPlace.ts";
import { dataVersion } from "./dataVersion.ts";
import { openDatabase } from "./open.ts";
import type { Database } from "./schema.ts";

const place = testPlace({ hasTables: true });
let db: Kysely<Database>;
/** Another connection to the same database. */
let other: Kysely<Database>;
let version: () => Promise<string>;
beforeEach(async () => {
  db = openDatabase(place.where);
  other = openDatabase(place.where);
  version = dataVersion(db);
  await db.insertInto("teams").values(team("1")).execute();
});
afterEach(async () => {
  await db.destroy();
  await other.destroy();
});

const team = (id: string) => ({ id, name: id, description: "", created_at: id });
const rename = (where: Kysely<Database>, name: string) =>
  where.updateTable("teams").set({ name }).where("id", "=", "1").execute();

test("own writes change the version", async () => {
  const seen = [await version()];
  await rename(db, "2");
  seen.push(await version());
  await db.deleteFrom("teams").execute();
  seen.push(await version());
  expect(new Set(seen).size).toBe(3);
});

test("writes of another connection change the version when they are committed", async () => {
  const written = Promise.withResolvers<void>();
  const compared = Promise.withResolvers<void>();
  const before = await version();
  const writing = other.transaction().execute(async (trx) => {
    await rename(trx, "2");
    written.resolve();
    await compared.promise;
  });
  await written.promise;
  const uncommitted = await version();
  expect(await db.selectFrom("teams").select("name").execute()).toEqual([{ name: "1" }]);
  compared.resolve();
  await writing;
  const after = await version();
  expect([before, uncommitted]).not.toContain(after);
  expect(await db.selectFrom("teams").select("name").execute()).toEqual([{ name: "2" }]);
});

// On PostgreSQL, transactions in other databases of the same server change the version too.
const onSqlite = process.env["TEST_DATABASE_URL"] ? test.skip : test;

onSqlite("reads do not change the version", async () => {
  const before = await version();
  for (const reader of [db, other]) await reader.selectFrom("teams").selectAll().execute();
  await dataVersion(other)();
  expect(await version()).toBe(before);
});
