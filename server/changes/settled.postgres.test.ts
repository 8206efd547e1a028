import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { sql } from "kysely";
import { transaction } from "#server/db/transaction.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { record, userSubject } from "./record.ts";
import { settledNumber } from "./settled.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin");

async function numbersAfter(after: number, until: number): Promise<number[]> {
  const rows = await server.db
    .selectFrom("changes")
    .select("number")
    .where("number", ">", after)
    .where("number", "<=", until)
    .orderBy("number")
    .execute();
  return rows.map(({ number }) => number);
}

/** Records a change in a transaction that goes on until `end` resolves. */
async function recordUntil(end: () => Promise<unknown>): Promise<void> {
  await transaction(server.db, async (trx) => {
    const subject = userSubject({ id: "1", name: "Ada" });
    const context = { by: admin.user, at: server.clock.time };
    await record(trx, context, { kind: "user.renamed", subject });
    await end();
  });
}

test.each([
  ["", 0],
  [", also beyond numbers of 32 bits", 2 ** 32 - 2],
])("a reader waits for an older transaction, and then finds its change%s", async (_also, last) => {
  if (last > 0) await sql`select setval('changes_number_seq', ${last})`.execute(server.db);
  const end = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const older = recordUntil(() => {
    begun.resolve();
    return end.promise;
  });
  await begun.promise;
  await recordUntil(() => Promise.resolve());
  const before = await settledNumber(server.db);
  expect([before, await numbersAfter(0, before)]).toEqual([last, []]);
  end.resolve();
  await older;
  expect(await numbersAfter(before, await settledNumber(server.db))).toHaveLength(2);
});

test("a transaction that is rolled back holds no reader up", async () => {
  const failing = recordUntil(() => Promise.reject(new Error("No")));
  await expect(failing).rejects.toThrow("No");
  await recordUntil(() => Promise.resolve());
  expect(await numbersAfter(0, await settledNumber(server.db))).toHaveLength(1);
});

test("a reader of many writers at once reads each change once, and none too late", async () => {
  const writers = 8;
  const each = 25;
  let running = writers;
  const read: number[] = [];
  async function write(): Promise<void> {
    for (let count = 0; count < each; count += 1) {
      await recordUntil(() => sleep(Math.random() * 4));
    }
    running -= 1;
  }
  async function follow(): Promise<void> {
    let seen = 0;
    for (let isLast = false; !isLast; ) {
      isLast = running === 0;
      const settled = await settledNumber(server.db);
      read.push(...(await numbersAfter(seen, settled)));
      // The number goes back if a transaction takes its lock after a later one has committed.
      seen = Math.max(seen, settled);
    }
  }
  await Promise.all([follow(), ...Array.from({ length: writers }, write)]);
  expect(read).toEqual(await numbersAfter(0, Number.MAX_SAFE_INTEGER));
  expect(read).toHaveLength(writers * each);
});
