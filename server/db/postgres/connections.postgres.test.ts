import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { sql } from "kysely";
import { backUp } from "#server/db/backup/backup.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { makeFolderPlace, makePostgresPlace } from "#server/testing/place.ts";
import { runTaskdeck } from "#server/testing/process.ts";
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
  await expect(migrateDatabase(url.href)).rejects.toThrow("the database's encoding is LATIN1");
  const folder = makeFolderPlace();
  await migrateDatabase(folder.where);
  const env = { ...folder.env, DATABASE_URL: url.href };
  expect(await runTaskdeck(env, ["migrate-postgres"])).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^Copying .*\nNothing was copied: the database's encoding is LATIN1.*\n$/,
    ) as unknown,
  });
  await folder.drop();
  await sql.raw(`drop database ${name} with (force)`).execute(admin);
  await admin.destroy();
});

test("the first error of a transaction is told, not that it was aborted", async () => {
  const place = await makePostgresPlace(SERVER);
  const folder = makeFolderPlace();
  await migrateDatabase(folder.where);
  await backUp(folder.where, join(folder.where, "backup.db"), () => undefined);
  const name = new URL(place.where).pathname.slice(1);
  const setting = async (text: string) => {
    await using admin = openDatabase(SERVER, { poolSize: 1 });
    await sql.raw(`alter database ${name} ${text}`).execute(admin);
  };
  const commands = [
    ["migrate-postgres"],
    ["restore", join(folder.where, "backup.db")],
    ["import-all", "x"],
  ];
  const env = { ...folder.env, ...place.env };
  const expectRefusal = async (message: string) => {
    for (const args of commands) {
      const { code, output } = await runTaskdeck(env, args);
      expect([code, output]).toEqual([1, expect.stringContaining(message)]);
      expect(output).not.toMatch(/aborted|^ +at /m);
    }
    await expect(migrateDatabase(place.where)).rejects.toThrow(message);
  };
  await setting("set default_transaction_read_only = on");
  await expectRefusal("cannot execute CREATE TABLE in a read-only transaction");
  await setting("reset default_transaction_read_only");
  await setting("set role pg_monitor");
  await expectRefusal("permission denied for schema public");
  await place.drop();
  await folder.drop();
});

test("two migrations at once succeed", async () => {
  const place = await makePostgresPlace(SERVER);
  await Promise.all([1, 2, 3].map(async () => await migrateDatabase(place.where)));
  await place.drop();
});

test("a table of another schema is another program's", async () => {
  const place = await makePostgresPlace(SERVER, true);
  const folder = makeFolderPlace();
  await migrateDatabase(folder.where);
  {
    await using db = openDatabase(place.where);
    await sql`create schema second`.execute(db);
    await db.insertInto("settings").values({ key: "first", value: "1" }).execute();
  }
  const url = new URL(place.where);
  url.searchParams.set("options", "-c search_path=second");
  const env = { ...folder.env, DATABASE_URL: url.href };
  expect(await runTaskdeck(env, ["migrate-postgres"])).toMatchObject({ code: 0 });
  await migrateDatabase(url.href);
  await using db = openDatabase(place.where);
  const first = db.selectFrom("settings").selectAll().where("key", "=", "first");
  expect(await first.execute()).toHaveLength(1);
  await db.destroy();
  await place.drop();
  await folder.drop();
});

test("a channel can be closed while it connects", async () => {
  const listener = { onMessage: () => undefined, onGap: () => undefined };
  const channel = postgresChannel(SERVER, listener);
  await expect(channel.close()).resolves.toBeUndefined();
});
