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

const row = (id: string, subject_kind: string) => ({
  id,
  at: "2026-03-15T12:00:00.000Z",
  actor_id: "a",
  actor_name: "Ada",
  action: "team.created" as const,
  subject_kind: subject_kind as "team",
  subject_id: "t",
  subject_name: "Crew",
  team_id: null,
  details: "{}",
});

const insert = (id: string, kind: string) =>
  db.insertInto("audit_log").values(row(id, kind)).execute();

test("an existing audit log keeps its rows and indexes, accepts tasks, and refuses changes", async () => {
  await migrate(db, "0005_search");
  await insert("1", "team");
  await migrate(db);
  await insert("2", "task");
  const log = db.selectFrom("audit_log").selectAll().orderBy("id");
  expect(await log.execute()).toEqual([row("1", "team"), row("2", "task")]);
  await expect(insert("3", "cat")).rejects.toThrow();
  await expect(db.deleteFrom("audit_log").execute()).rejects.toThrow("append-only");
  await expect(db.updateTable("audit_log").set({ actor_name: "Eve" }).execute()).rejects.toThrow(
    "append-only",
  );
  await expect(insert("1", "team")).rejects.toThrow();
});
