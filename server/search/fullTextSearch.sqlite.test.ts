import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { NEW_TASK } from "#contract/taskFields.ts";
import { restoreToFolder } from "#server/copies/restoreToFolder.ts";
import { backUp } from "#server/db/backup/backup.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { transaction } from "#server/db/transaction.ts";
import { insertTask } from "#server/tasks/queries.ts";
import { atOnce } from "#server/testing/taskModel.ts";
import { testFolder, testPlace } from "#server/testing/testPlace.ts";
import { createFindTasks } from "./findTasks.ts";

const inFolder = testFolder();
const place = testPlace({ hasTables: true });

/** A database whose tasks have rowids with gaps; the first rowid is missing too. */
beforeEach(async () => {
  const db = openDatabase(place.where);
  const now = new Date("2026-03-15T12:00:00Z");
  const user = { name: "Ada", email: "a@b.c", email_key: "a@b.c", role: "member" } as const;
  await db
    .insertInto("users")
    .values({ ...user, id: "1", is_active: 1, password_hash: "", created_at: now.toISOString() })
    .execute();
  await transaction(db, async (trx) => {
    for (let number = 0; number < 40; number += 1) {
      const values = { ...NEW_TASK, title: `Word ${randomUUID()}` };
      await insertTask(trx, values, "1", now);
    }
    await sql`delete from tasks where rowid % 3 = 1`.execute(trx);
  });
  await db.destroy();
});

async function run(where: string, statement: string): Promise<void> {
  const db = openDatabase(where);
  await sql.raw(statement).execute(db);
  await db.destroy();
}

/** The tasks that aren't found by their own title, or aren't the only one found by it. */
async function mistaken(where: string): Promise<string[]> {
  const db = openDatabase(where);
  const find = createFindTasks(db, atOnce);
  const search = async (title: string) => await find({ page: 1, limit: 9, search: title }, "", "");
  const tasks = await db.selectFrom("tasks").select(["id", "title"]).execute();
  expect(tasks).toHaveLength(26);
  const mistaken: string[] = [];
  for (const { id, title } of tasks) {
    const found = await search(title);
    if (found.tasks.map((task) => task.id).join() !== id) mistaken.push(title);
  }
  await db.destroy();
  return mistaken;
}

test("tasks are found after a VACUUM, and in a backup made after it", async () => {
  await run(place.where, "vacuum");
  expect(await mistaken(place.where)).toEqual([]);
  const [backup, other] = [inFolder("backup.db"), inFolder("other")];
  await backUp(place.where, backup, () => undefined);
  await restoreToFolder(backup, other, { replace: false });
  expect(await mistaken(other)).toEqual([]);
});

test("the server rebuilds the full-text index if another program renumbered the tasks", async () => {
  await run(
    place.where,
    "update tasks set rowid = (select count(*) from tasks as other where other.rowid <= tasks.rowid)",
  );
  expect(await mistaken(place.where)).not.toEqual([]);
  const logged: string[] = [];
  await migrateDatabase(place.where, (text) => void logged.push(text));
  expect(logged).toEqual([expect.stringContaining("rebuilding the full-text index")]);
  expect(await mistaken(place.where)).toEqual([]);
  await migrateDatabase(place.where, (text) => void logged.push(text));
  expect(logged).toHaveLength(1);
});
