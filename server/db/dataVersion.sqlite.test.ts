import { expect, test } from "@jest/globals";
import { makeFolderPlace } from "#server/testing/place.ts";
import { dataVersion } from "./dataVersion.ts";
import { migrateDatabase } from "./migrate.ts";
import { openDatabase } from "./open.ts";

// On PostgreSQL, transactions in other databases of the same server change the version too.
test("reads do not change the version", async () => {
  const place = makeFolderPlace();
  await migrateDatabase(place.where);
  const db = openDatabase(place.where);
  const other = openDatabase(place.where);
  const version = dataVersion(db);
  const before = await version();
  for (const reader of [db, other]) await reader.selectFrom("teams").selectAll().execute();
  await dataVersion(other)();
  expect(await version()).toBe(before);
  await db.destroy();
  await other.destroy();
  await place.drop();
});
