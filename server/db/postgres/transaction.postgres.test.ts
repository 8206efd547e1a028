import { beforeAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { openDatabase } from "#server/db/open.ts";
import { openSnapshot } from "#server/db/snapshot.ts";
import { transaction } from "#server/db/transaction.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import { type TestUser } from "#server/testing/server.ts";
import { fileServer } from "#server/testing/sharedServer.ts";
import { until } from "#server/testing/until.ts";

/** On PostgreSQL transactions run at the same time. */
const server = fileServer();
let users: [TestUser, TestUser];
beforeAll(async () => {
  users = [await server.as("admin"), await server.as("admin")];
});

/** A barrier for two transactions. Retries pass it. */
function barrier(): () => Promise<void> {
  const both = Promise.withResolvers<void>();
  let arrived = 0;
  return async () => {
    arrived += 1;
    if (arrived === 2) both.resolve();
    await both.promise;
  };
}

test("of two transactions that read each other's row, the second sees the first's write", async () => {
  const meet = barrier();
  const stepDown = (self: TestUser, other: TestUser) =>
    transaction(server.db, async (trx) => {
      const found = trx.selectFrom("users").select("role").where("id", "=", other.user.id);
      const { role } = await found.executeTakeFirstOrThrow();
      await meet();
      if (role !== "admin") return "refused";
      await trx
        .updateTable("users")
        .set({ role: "member" })
        .where("id", "=", self.user.id)
        .execute();
      return "done";
    });
  const [one, other] = users;
  const outcomes = await Promise.all([stepDown(one, other), stepDown(other, one)]);
  expect(outcomes.sort()).toEqual(["done", "refused"]);
});

test("of two transactions in a deadlock, both succeed", async () => {
  const meet = barrier();
  const rename = (first: TestUser, second: TestUser, name: string) =>
    transaction(server.db, async (trx) => {
      const write = (of: TestUser) =>
        trx.updateTable("users").set({ name }).where("id", "=", of.user.id).execute();
      await write(first);
      await meet();
      await write(second);
    });
  const [one, other] = users;
  await Promise.all([rename(one, other, "Forth"), rename(other, one, "Back")]);
  const names = await server.db.selectFrom("users").select("name").distinct().execute();
  expect(names).toHaveLength(1);
});

test("a long transaction among ever more short ones succeeds, because they wait at last", async () => {
  const { db } = server;
  const [{ user }] = users;
  let commits = 0;
  const end = new AbortController();
  async function keepChanging() {
    while (!end.signal.aborted) {
      await transaction(db, async (trx) => {
        await trx.updateTable("jobs").set({ failures: 0 }).execute();
        const name = `Name ${commits}`;
        await trx.updateTable("users").set({ name }).where("id", "=", user.id).execute();
      });
      commits += 1;
    }
  }
  const waiting = sql`select 1 from pg_locks where not granted and relation = 'jobs'::regclass`;
  const changing = keepChanging();
  const long = transaction(db, async (trx) => {
    const before = commits;
    const { name } = await trx
      .selectFrom("users")
      .select("name")
      .where("id", "=", user.id)
      .executeTakeFirstOrThrow();
    await until(async () => commits > before + 1 || (await waiting.execute(db)).rows.length > 0);
    await trx
      .updateTable("users")
      .set({ name: `${name}, twice` })
      .where("id", "=", user.id)
      .execute();
    return name;
  });
  await expect(long.finally(() => end.abort())).resolves.toMatch(/^Name /);
  await changing;
});

test("a row that was deleted after the first read is missing in the retry", async () => {
  const { user } = await server.as("member");
  let reads = 0;
  const outcome = await transaction(server.db, async (trx) => {
    reads += 1;
    const found = trx.selectFrom("users").select("id").where("id", "=", user.id);
    if (!(await found.executeTakeFirst())) return "missed";
    // Outside the transaction, like another server.
    await server.db.deleteFrom("users").where("id", "=", user.id).execute();
    const teams = [{ id: "t", name: "Team", description: "", created_at: "2026" }];
    await trx.insertInto("teams").values(teams).execute();
    const added_at = "2026";
    await trx
      .insertInto("team_members")
      .values({ team_id: "t", user_id: user.id, added_at })
      .execute();
    return "added";
  });
  expect([outcome, reads]).toEqual(["missed", 2]);
  expect(await server.db.selectFrom("teams").select("id").execute()).toEqual([]);
});

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
