import { expect, test } from "@jest/globals";
import { sql } from "kysely";
import { migrateDatabase } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";

test("refuses a database whose encoding isn't UTF-8", async () => {
  const server = String(process.env["TEST_DATABASE_URL"]);
  const admin = openDatabase(server, { poolSize: 1 });
  const name = `latin_${crypto.randomUUID().replaceAll("-", "")}`;
  const made = `create database ${name} encoding 'LATIN1' locale 'C' template template0`;
  await sql.raw(made).execute(admin);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await expect(migrateDatabase(url.href)).rejects.toThrow("its encoding is LATIN1");
  await sql.raw(`drop database ${name} with (force)`).execute(admin);
  await admin.destroy();
});
