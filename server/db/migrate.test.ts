import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { makePlace, type Place } from "#server/testing/place.ts";
import { migrateDatabase } from "./migrate.ts";
import { openDatabase } from "./open.ts";

let place: Place;

beforeEach(async () => (place = await makePlace()));
afterEach(async () => await place.drop());

test("refuses a database of a newer version, and leaves it unchanged", async () => {
  await migrateDatabase(place.where);
  const db = openDatabase(place.where, { poolSize: 1 });
  const names = sql<{ name: string }>`select name from kysely_migration order by name`;
  await sql`insert into kysely_migration values ('9999_later', '2036-01-01')`.execute(db);
  const before = (await names.execute(db)).rows;
  await expect(migrateDatabase(place.where)).rejects.toThrow(
    "it was written by a newer version of Taskdeck (9999_later)",
  );
  expect((await names.execute(db)).rows).toEqual(before);
  await db.destroy();
});
