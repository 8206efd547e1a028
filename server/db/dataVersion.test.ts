import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Kysely } from "kysely";
import { makePlace, type Place } from "#server/testing/place.ts";
import { dataVersion } from "./dataVersion.ts";
import { migrateDatabase } from "./migrate.ts";
import { openDatabase } from "./open.ts";
import type { Database } from "./schema.ts";

let place: Place;
let db: Kysely<Database>;
/** Somebody else at the same database. */
let other: Kysely<Database>;
let stamp: () => Promise<string>;
beforeEach(async () => {
  place = await makePlace();
  await migrateDatabase(place.where);
  db = openDatabase(place.where);
  other = openDatabase(place.where);
  stamp = dataVersion(db);
  await db.insertInto("teams").values(team("1")).execute();
});
afterEach(async () => {
  await db.destroy();
  await other.destroy();
  await place.drop();
});

const team = (id: string) => ({ id, name: id, description: "", created_at: id });
const rename = (where: Kysely<Database>, name: string) =>
  where.updateTable("teams").set({ name }).where("id", "=", "1").execute();

test("what one writes oneself makes another", async () => {
  const seen = [await stamp()];
  await rename(db, "2");
  seen.push(await stamp());
  await db.deleteFrom("teams").execute();
  seen.push(await stamp());
  expect(new Set(seen).size).toBe(3);
});

test("what somebody else writes makes another once it is committed, not before", async () => {
  const written = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  const before = await stamp();
  const writing = other.transaction().execute(async (trx) => {
    await rename(trx, "2");
    written.resolve();
    await looked.promise;
  });
  await written.promise;
  const meanwhile = await stamp();
  expect(await db.selectFrom("teams").select("name").execute()).toEqual([{ name: "1" }]);
  looked.resolve();
  await writing;
  const after = await stamp();
  expect([before, meanwhile]).not.toContain(after);
  expect(await db.selectFrom("teams").select("name").execute()).toEqual([{ name: "2" }]);
});
