import { expect, test } from "@jest/globals";
import { sql } from "kysely";
import { migrateDatabase } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { makePostgresPlace } from "#server/testing/place.ts";
import { postgresChannel } from "./channel.ts";
import { haveOwnBackends, requireSessionPooling } from "./pooler.ts";

const SERVER = String(process.env["TEST_DATABASE_URL"]);

test("accepts a direct connection, whose timeouts are set", async () => {
  const place = await makePostgresPlace(SERVER);
  const db = openDatabase(place.where, { statementTimeout: 4_000 });
  try {
    await requireSessionPooling(place.where);
    const limits = sql`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`;
    expect((await limits.execute(db)).rows).toEqual([{ statement: "4s", idle: "30s" }]);
  } finally {
    await db.destroy();
    await place.drop();
  }
});

test("session pooling: each connection keeps its own backend process", () => {
  expect(haveOwnBackends([1, 1], [2, 2])).toBe(true);
  // PgBouncer lends the connection that was returned last.
  expect(haveOwnBackends([1, 1], [1, 1])).toBe(false);
  // A pooler that lends its connections in turn.
  expect(haveOwnBackends([1, 2], [2, 1])).toBe(false);
  expect(haveOwnBackends([1, 4], [2, 3])).toBe(false);
});

test("refuses a database whose encoding isn't UTF-8", async () => {
  const admin = openDatabase(SERVER, { poolSize: 1 });
  const name = `latin_${crypto.randomUUID().replaceAll("-", "")}`;
  const made = `create database ${name} encoding 'LATIN1' locale 'C' template template0`;
  await sql.raw(made).execute(admin);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  await expect(migrateDatabase(url.href)).rejects.toThrow("its encoding is LATIN1");
  await sql.raw(`drop database ${name} with (force)`).execute(admin);
  await admin.destroy();
});

test("a channel can be closed while it connects", async () => {
  const listener = { onMessage: () => undefined, onGap: () => undefined };
  const channel = postgresChannel(SERVER, listener);
  await expect(channel.close()).resolves.toBeUndefined();
});
