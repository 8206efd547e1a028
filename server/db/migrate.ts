import { Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { requireUnicode } from "./encoding.ts";
import { prepareFullTextIndex } from "./fullTextIndex.ts";
import * as initial from "./migrations/0001_initial.ts";
import * as refreshGenerations from "./migrations/0002_refresh_generations.ts";
import * as signInFailures from "./migrations/0003_sign_in_failures.ts";
import * as audit from "./migrations/0004_audit.ts";
import * as search from "./migrations/0005_search.ts";
import * as countedTasks from "./migrations/0006_counted_tasks.ts";
import * as signInFailuresEnd from "./migrations/0007_sign_in_failures_end.ts";
import * as accounts from "./migrations/0009_accounts.ts";
import * as deletedTasks from "./migrations/0011_deleted_tasks.ts";
import { openDatabase } from "./open.ts";
import type { Database } from "./schema.ts";
import { sqliteDialect } from "./sqlite.ts";

/** Every migration by name; they run in the order of their names, and are never changed later. */
const migrations: Record<string, Migration> = {
  "0001_initial": initial,
  "0002_refresh_generations": refreshGenerations,
  "0003_sign_in_failures": signInFailures,
  "0004_audit": audit,
  "0005_search": search,
  "0006_counted_tasks": countedTasks,
  "0007_sign_in_failures_end": signInFailuresEnd,
  "0009_accounts": accounts,
  "0011_deleted_tasks": deletedTasks,
};

/** What a database that is up to date has gone through. */
export const migrationNames: readonly string[] = Object.keys(migrations).sort();

/** Of the migrations that a database has gone through, those that only a newer version knows. */
export const newerThanThis = (names: readonly string[]): string[] =>
  names.filter((name) => !Object.hasOwn(migrations, name));

/**
 * Brings the database up to date on a connection of its own, as long as that may take. Of servers
 * that start at once, one does it, and the others wait for it.
 *
 * @param where as for {@link openDatabase}; a database in memory needs {@link migrate}
 * @param say is told when that may take its time, or when something can't be had
 */
export async function migrateDatabase(
  where: string,
  say: (text: string) => void = () => undefined,
): Promise<void> {
  const db = openDatabase(where, { poolSize: 1, statementTimeout: 0 });
  try {
    await announce(db, say);
    await migrate(db);
    await prepareFullTextIndex(db, say);
  } finally {
    await db.destroy();
  }
}

/** Brings the SQLite file of a copy up to date, or to where a version with that migration had it. */
export async function migrateFile(file: string, last?: string): Promise<void> {
  const db = new Kysely<Database>({ dialect: sqliteDialect(file) });
  try {
    await migrate(db, last);
  } finally {
    await db.destroy();
  }
}

/** A database of another version than this one's. */
export class OtherVersion extends Error {
  override name = "OtherVersion";
}

/** Throws an {@link OtherVersion} unless the database is as this version has it. */
export async function requireUpToDate(db: Kysely<Database>): Promise<void> {
  const all = await migratorOf(db).getMigrations();
  if (all.some(({ executedAt }) => executedAt === undefined)) {
    throw new OtherVersion(
      "an older version wrote the database: start the server of this one first",
    );
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  if (newerThanThis(rows.map(({ name }) => name)).length > 0) {
    throw new OtherVersion("a newer version wrote the database: use that one");
  }
}

/**
 * Says what there is to do in a database that an older version has written. Throws when it was a
 * newer one.
 */
async function announce(db: Kysely<Database>, say: (text: string) => void): Promise<void> {
  const all = await migratorOf(db).getMigrations();
  const pending = all.filter(({ executedAt }) => executedAt === undefined);
  if (pending.length === all.length) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const newer = newerThanThis(rows.map(({ name }) => name));
  if (newer.length > 0) {
    throw new Error(
      `it was written by a newer version of Taskdeck (${newer.join(", ")}): use that version, or restore a backup of this one`,
    );
  }
  if (pending.length === 0) return;
  const names = pending.map(({ name }) => name).join(", ");
  say(`Bringing the database up to date (${names}): with very many tasks that takes minutes …`);
}

const migratorOf = (db: Kysely<Database>) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

/**
 * Brings the database up to date, in a transaction: after a failure it is as it was before.
 * Throws what the failing migration threw.
 *
 * @param last the last migration to run, for a database as an older version had it
 */
export async function migrate(db: Kysely<Database>, last?: string): Promise<void> {
  await requireUnicode(db);
  const migrator = migratorOf(db);
  const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
  if (error !== undefined) throw error;
}
