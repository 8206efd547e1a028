import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { migrateDatabase } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";

/** A database with all tables and no rows; tests start on copies, which are made in no time. */
const TEMPLATE = "taskdeck_template";

/** The address of another database on the same server. */
function sibling(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function onServer(url: string, statement: string): Promise<void> {
  const db = openDatabase(url, { poolSize: 1 });
  try {
    await sql.raw(statement).execute(db);
  } finally {
    await db.destroy();
  }
}

/** Makes the template anew. Call it once, before the tests. */
export async function makeTemplate(url: string): Promise<void> {
  await onServer(url, `drop database if exists ${TEMPLATE} with (force)`);
  await onServer(url, `create database ${TEMPLATE}`);
  await migrateDatabase(sibling(url, TEMPLATE));
}

/** A database of a test's own. Without `template` it has no tables yet. */
export async function createTestDatabase(
  url: string,
  { template = true } = {},
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await onServer(
    url,
    `create database ${name}${template ? ` template ${TEMPLATE} strategy file_copy` : ""}`,
  );
  return {
    url: sibling(url, name),
    drop: () => onServer(url, `drop database if exists ${name} with (force)`),
  };
}
