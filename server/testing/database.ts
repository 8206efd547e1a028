import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { migrateDatabase } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";

/** A database with all tables and no rows. Copying it is faster than migrating. */
const TEMPLATE = "taskdeck_template";

/** The URL of another database on the same server. */
function siblingUrl(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function runStatement(url: string, statement: string): Promise<void> {
  await using db = openDatabase(url, { poolSize: 1 });
  await sql.raw(statement).execute(db);
}

/** Recreates the template database. Call it once, before the tests. */
export async function createTemplate(url: string): Promise<void> {
  await runStatement(url, `drop database if exists ${TEMPLATE} with (force)`);
  await runStatement(url, `create database ${TEMPLATE}`);
  await migrateDatabase(siblingUrl(url, TEMPLATE));
}

/** Creates a database for one test. Without `template` it has no tables. */
export async function createTestDatabase(
  url: string,
  { template = true } = {},
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await runStatement(
    url,
    `create database ${name}${template ? ` template ${TEMPLATE} strategy file_copy` : ""}`,
  );
  return {
    url: siblingUrl(url, name),
    drop: () => runStatement(url, `drop database if exists ${name} with (force)`),
  };
}
