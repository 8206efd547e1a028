import { expect, test } from "@jest/globals";
import { DAY_MS, MINUTE_MS } from "#contract/time.ts";
import type { SecretPurpose } from "#server/db/schema/accounts.ts";
import { deleteAllOld } from "#server/testing/retention.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";
import { endSecrets, secretRow, workingSecrets } from "./table.ts";

const server = sharedServer();

const start = new Date("2026-03-15T12:00:00.000Z");
const after = (ms: number) => new Date(start.getTime() + ms);

async function make(purpose: SecretPurpose, name: string, lifetimeMs: number | null) {
  const row = secretRow(purpose, name, { id: name, at: start, lifetimeMs });
  await server.db.insertInto("secrets").values(row).execute();
}

test("a secret works until its end, and one request of several at once ends it", async () => {
  const { db } = server;
  await make("sign_in_code", "code", MINUTE_MS);
  await make("calendar_feed", "feed", null);
  const working = async (purpose: SecretPurpose, at: Date) =>
    await workingSecrets(db, purpose, at.toISOString()).select("id").execute();
  expect(await working("sign_in_code", after(MINUTE_MS - 1))).toEqual([{ id: "code" }]);
  expect(await working("sign_in_code", after(MINUTE_MS))).toEqual([]);
  expect(await working("calendar_feed", after(1_000 * DAY_MS))).toEqual([{ id: "feed" }]);
  const ends = [1, 2, 3].map(() => endSecrets(db, ["feed"], "used", start));
  expect((await Promise.all(ends)).flat()).toMatchObject([{ id: "feed", ended_as: "used" }]);
  expect(await working("calendar_feed", start)).toEqual([]);
});

test("ended links and API tokens stay for 30 days, other ended secrets go at once", async () => {
  const { db } = server;
  const left = async (at: Date) => {
    await deleteAllOld({ db, clock: { time: at } });
    const rows = await db.selectFrom("secrets").select("id").orderBy("id").execute();
    return rows.map(({ id }) => id);
  };
  await make("invitation", "expired link", MINUTE_MS);
  await make("api_token", "expired token", MINUTE_MS);
  await make("reset", "revoked link", 100 * DAY_MS);
  await make("sign_in_code", "expired code", MINUTE_MS);
  await make("calendar_feed", "feed", null);
  await make("calendar_feed", "revoked feed", null);
  await endSecrets(db, ["revoked link", "revoked feed"], "revoked", start);
  expect(await left(after(MINUTE_MS))).toEqual([
    "expired link",
    "expired token",
    "feed",
    "revoked link",
  ]);
  expect(await left(after(30 * DAY_MS))).toEqual(["expired link", "expired token", "feed"]);
  expect(await left(after(31 * DAY_MS))).toEqual(["feed"]);
});
