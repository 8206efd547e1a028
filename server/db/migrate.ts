import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import * as initial from "./migrations/0001_initial.ts";
import * as refreshGenerations from "./migrations/0002_refresh_generations.ts";
import * as signInFailures from "./migrations/0003_sign_in_failures.ts";
import * as audit from "./migrations/0004_audit.ts";
import { openDatabase } from "./open.ts";
import type { Database } from "./schema.ts";

/** Every migration by name; they run in the order of their names, and are never changed later. */
const migrations: Record<string, Migration> = {
  "0001_initial": initial,
  "0002_refresh_generations": refreshGenerations,
  "0003_sign_in_failures": signInFailures,
  "0004_audit": audit,
};

/** What a database that is up to date has gone through. */
export const migrationNames: readonly string[] = Object.keys(migrations).sort();

/**
 * Brings the database up to date on a connection of its own, as long as that may take. Of servers
 * that start at once, one does it, and the others wait for it.
 *
 * @param where as for {@link openDatabase}; a database in memory needs {@link migrate}
 */
export async function migrateDatabase(where: string): Promise<void> {
  const db = openDatabase(where, { poolSize: 1, statementTimeout: 0 });
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Brings the database up to date, in a transaction: after a failure it is as it was before.
 * Throws what the failing migration threw.
 *
 * @param last the last migration to run, for a database as an older version had it
 */
export async function migrate(db: Kysely<Database>, last?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
  if (error !== undefined) throw error;
}
