import { expect, test } from "@jest/globals";
import { makeFolderPlace } from "#server/testing/place.ts";
import { dataVersion } from "./dataVersion.ts";
import { migrateDatabase } from "./migrate.ts";
import { openDatabase } from "./open.ts";

// In PostgreSQL, transactions in other databases of the same server make another stamp, too.
test("as long as nobody writes it stays the same, whoever reads", async () => {
  const place = makeFolderPlace();
  await migrateDatabase(place.where);
  const db = openDatabase(place.where);
  const other = openDatabase(place.where);
  const stamp = dataVersion(db);
  const before = await stamp();
  for (const reader of [db, other]) await reader.selectFrom("teams").selectAll().execute();
  await dataVersion(other)();
  expect(await stamp()).toBe(before);
  await db.destroy();
  await other.destroy();
  await place.drop();
});
