import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { dashboardReader } from "#server/dashboard/queries.ts";
import { migrate, migrateDatabase } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { makePlace, type Place } from "#server/testing/place.ts";
import { createFindTasks } from "./findTasks.ts";

let place: Place;

beforeEach(async () => (place = await makePlace()));
afterEach(async () => await place.drop());

test("an upgrade counts existing tasks and indexes their texts", async () => {
  const at = "2026-03-01T12:00:00.000Z";
  const db = openDatabase(place.where, { poolSize: 2 });
  await migrate(db, "0005_search");
  const instants = { created_at: at, updated_at: at, status_changed_at: at };
  const task = (id: string, status: "Todo" | "Done", due_date: string | null) => ({
    id,
    title: `Task ${id}`,
    description: "",
    search_text: `task ${id}\n`,
    status,
    due_date,
    ...instants,
    priority: "High" as const,
  });
  const tasks = [task("one", "Todo", "2026-03-02"), task("two", "Done", null)];
  await db.insertInto("tasks").values(tasks).execute();
  await migrateDatabase(place.where);
  expect(await dashboardReader(db)("2026-03-15")).toMatchObject({
    total: 2,
    overdue: 1,
    byPriority: [{ count: 0 }, { count: 0 }, { priority: "High", count: 2 }],
  });
  const query = { page: 1, limit: 5, search: "SK two" };
  const found = await createFindTasks(db)(query, "2026-03-15", "someone");
  expect(found).toMatchObject({ total: 1, tasks: [{ id: "two" }] });
  await db.destroy();
});
