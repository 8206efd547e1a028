import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Kysely } from "kysely";
import { migrate } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { makePlace, type Place } from "#server/testing/place.ts";

let place: Place;
let db: Kysely<Database>;

beforeEach(async () => {
  place = await makePlace();
  db = openDatabase(place.where);
});
afterEach(async () => {
  await db.destroy();
  await place.drop();
});

const at = "2026-03-15T12:00:00.000Z";
const task = (id: string, description: string) => ({
  id,
  title: "Task",
  description,
  status: "Todo" as const,
  priority: "Low" as const,
  created_at: at,
  updated_at: at,
  status_changed_at: at,
});

test("the migration counts the checklists of existing tasks, over more than one batch", async () => {
  await migrate(db, "0015_notifications");
  const many = Array.from({ length: 600 }, (_, index) => task(`a${index}`, "See [the map](/map)"));
  const rows = [...many, task("b", "- [x] tent\n- [ ] map"), task("c", "Nothing")];
  await db.insertInto("tasks").values(rows).execute();
  await migrate(db);
  const counted = await db.selectFrom("task_checklists").selectAll().execute();
  expect(counted).toEqual([{ task_id: "b", done: 1, total: 2 }]);
});
