import { expect, test } from "@jest/globals";
import { sql } from "kysely";
import { createTestDatabase } from "#server/testing/database.ts";
import { openDatabase } from "./open.ts";
import { openSnapshot } from "./snapshot.ts";

test("a snapshot whose first read fails gives its connection back", async () => {
  const { url, drop } = await createTestDatabase(String(process.env["TEST_DATABASE_URL"]));
  const db = openDatabase(url, { poolSize: 1 });
  await sql`alter table users rename to people`.execute(db);
  await expect(openSnapshot(db)).rejects.toThrow("users");
  // Without the only connection of the pool, this fails.
  await sql`alter table people rename to users`.execute(db);
  const { close } = await openSnapshot(db);
  await close();
  await db.destroy();
  await drop();
});

test("a snapshot outlives the pauses of a slow reader", async () => {
  const { url, drop } = await createTestDatabase(String(process.env["TEST_DATABASE_URL"]));
  const db = openDatabase(url, { poolSize: 1 });
  const limitOf = async (on: typeof db) =>
    (
      await sql<{ limit: string }>`
      select current_setting('idle_in_transaction_session_timeout') as limit
    `.execute(on)
    ).rows;
  const snapshot = await openSnapshot(db);
  expect(await limitOf(snapshot.db)).toEqual([{ limit: "0" }]);
  await snapshot.close();
  expect(await limitOf(db)).toEqual([{ limit: "30s" }]);
  await db.destroy();
  await drop();
});
