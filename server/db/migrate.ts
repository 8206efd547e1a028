import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import * as initial from "./migrations/0001_initial.ts";
import type { Database } from "./schema.ts";

/** Every migration by name; they run in the order of their names, and are never changed later. */
const migrations: Record<string, Migration> = { "0001_initial": initial };

/**
 * Brings the database up to date, in a transaction: after a failure it is as it was before.
 * Throws what the failing migration threw.
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
