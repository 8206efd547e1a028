import { Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import * as initial from "./migrations/0001_initial.ts";
import * as refreshGenerations from "./migrations/0002_refresh_generations.ts";
import * as signInFailures from "./migrations/0003_sign_in_failures.ts";
import * as audit from "./migrations/0004_audit.ts";
import * as search from "./migrations/0005_search.ts";
import * as countedTasks from "./migrations/0006_counted_tasks.ts";
import * as signInFailuresEnd from "./migrations/0007_sign_in_failures_end.ts";
import * as accounts from "./migrations/0009_accounts.ts";
import * as deletedTasks from "./migrations/0011_deleted_tasks.ts";
import * as taskHistory from "./migrations/0012_task_history.ts";
import * as editedComments from "./migrations/0013_edited_comments.ts";
import * as commentSearch from "./migrations/0014_comment_search.ts";
import * as notifications from "./migrations/0015_notifications.ts";
import * as links from "./migrations/0016_links.ts";
import * as oidc from "./migrations/0017_oidc.ts";
import * as imports from "./migrations/0018_imports.ts";
import * as calendarFeeds from "./migrations/0019_calendar_feeds.ts";
import * as apiTokens from "./migrations/0020_api_tokens.ts";
import * as checklists from "./migrations/0022_checklists.ts";
import * as webhooks from "./migrations/0023_webhooks.ts";
import * as userRuns from "./migrations/0024_user_runs.ts";
import * as lastSeen from "./migrations/0025_last_seen.ts";
import * as importLeases from "./migrations/0026_import_leases.ts";
import * as verifiedEmails from "./migrations/0028_verified_emails.ts";
import * as movingComments from "./migrations/0030_moving_comments.ts";
import * as userRunEnds from "./migrations/0032_user_run_ends.ts";
import * as secrets from "./migrations/0034_secrets.ts";
import * as jobs from "./migrations/0040_jobs.ts";
import * as importJobs from "./migrations/0041_import_jobs.ts";
import * as changes from "./migrations/0043_changes.ts";
import * as webhookCursors from "./migrations/0044_webhook_cursors.ts";
import * as activity from "./migrations/0046_activity.ts";
import * as liveChanges from "./migrations/0050_live_changes.ts";
import * as taskRuns from "./migrations/0054_task_runs.ts";
import * as setupClosed from "./migrations/0055_setup_closed.ts";
import * as changeOrigins from "./migrations/0056_change_origins.ts";
import * as changedInboxes from "./migrations/0057_changed_inboxes.ts";
import * as tasksOfCreator from "./migrations/0058_tasks_of_creator.ts";
import * as endedJobs from "./migrations/0059_ended_jobs.ts";
import * as bodyHashes from "./migrations/0061_body_hashes.ts";
import * as logoutTokens from "./migrations/0062_logout_tokens.ts";
import * as foldedNames from "./migrations/0067_folded_names.ts";
import * as runs from "./migrations/0070_runs.ts";
import * as commentsStay from "./migrations/0073_comments_stay.ts";
import * as labels from "./migrations/0079_labels.ts";
import * as changesByPart from "./migrations/0080_changes_by_part.ts";
import * as importLabels from "./migrations/0084_import_labels.ts";
import * as views from "./migrations/0087_views.ts";
import * as files from "./migrations/0088_files.ts";
import { openDatabase } from "./open.ts";
import { requireUnicode } from "./postgres/encoding.ts";
import type { Database } from "./schema.ts";
import { sqliteDialect } from "./sqlite/sqlite.ts";
import { prepareFullTextIndex } from "./text/fullTextIndex.ts";

/** All migrations by name. They run in the order of their names and never change once released. */
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
  "0012_task_history": taskHistory,
  "0013_edited_comments": editedComments,
  "0014_comment_search": commentSearch,
  "0015_notifications": notifications,
  "0016_links": links,
  "0017_oidc": oidc,
  "0018_imports": imports,
  "0019_calendar_feeds": calendarFeeds,
  "0020_api_tokens": apiTokens,
  "0022_checklists": checklists,
  "0023_webhooks": webhooks,
  "0024_user_runs": userRuns,
  "0025_last_seen": lastSeen,
  "0026_import_leases": importLeases,
  "0028_verified_emails": verifiedEmails,
  "0030_moving_comments": movingComments,
  "0032_user_run_ends": userRunEnds,
  "0034_secrets": secrets,
  "0040_jobs": jobs,
  "0041_import_jobs": importJobs,
  "0043_changes": changes,
  "0044_webhook_cursors": webhookCursors,
  "0046_activity": activity,
  "0050_live_changes": liveChanges,
  "0054_task_runs": taskRuns,
  "0055_setup_closed": setupClosed,
  "0056_change_origins": changeOrigins,
  "0057_changed_inboxes": changedInboxes,
  "0058_tasks_of_creator": tasksOfCreator,
  "0059_ended_jobs": endedJobs,
  "0061_body_hashes": bodyHashes,
  "0062_logout_tokens": logoutTokens,
  "0067_folded_names": foldedNames,
  "0070_runs": runs,
  "0073_comments_stay": commentsStay,
  "0079_labels": labels,
  "0080_changes_by_part": changesByPart,
  "0084_import_labels": importLabels,
  "0087_views": views,
  "0088_files": files,
};

/** The migrations of an up-to-date database, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations).sort();

/** The migrations that only a newer version of Taskdeck has. */
export const unknownMigrations = (names: readonly string[]): string[] =>
  names.filter((name) => !Object.hasOwn(migrations, name));

/** The migrations that a database has had, in order; none if it isn't a Taskdeck database. */
export async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === "kysely_migration")) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).sort();
}

/**
 * Migrates the database on a connection without a time limit. If several servers start at once,
 * one migrates and the others wait.
 *
 * @param where as for {@link openDatabase}; a database in memory needs {@link migrate} instead
 * @param log gets a line if the migration may take long or something is unavailable
 */
export async function migrateDatabase(
  where: string,
  log: (text: string) => void = () => undefined,
): Promise<void> {
  await using db = openDatabase(where, { poolSize: 1, statementTimeout: 0 });
  await announceMigration(db, log);
  await migrate(db);
  await prepareFullTextIndex(db, log);
}

/** Migrates an SQLite file, up to `last` or to the newest migration. */
export async function migrateFile(file: string, last?: string): Promise<void> {
  await using db = new Kysely<Database>({ dialect: sqliteDialect(file) });
  await migrate(db, last);
}

/** The database is empty, or belongs to another version of Taskdeck. */
export class VersionMismatch extends Error {
  override name = "VersionMismatch";
}

/** Throws a {@link VersionMismatch} unless the database has exactly this version's migrations. */
export async function requireUpToDate(db: Kysely<Database>): Promise<void> {
  const applied = await appliedMigrations(db);
  if (applied.length === 0)
    throw new VersionMismatch("the database is empty: start the server once");
  if (migrationNames.some((name) => !applied.includes(name))) {
    throw new VersionMismatch(
      "an older version wrote the database: start the server of this version first",
    );
  }
  if (unknownMigrations(applied).length > 0) {
    throw new VersionMismatch("a newer version wrote the database: use that version");
  }
}

/** Logs which migrations an existing database needs. Throws if a newer version wrote it. */
async function announceMigration(db: Kysely<Database>, log: (text: string) => void) {
  const applied = await appliedMigrations(db);
  const newer = unknownMigrations(applied);
  if (newer.length > 0) {
    throw new VersionMismatch(
      `the database was written by a newer version of Taskdeck (${newer.join(", ")}): use that version, or restore a backup of this one`,
    );
  }
  const pending = migrationNames.filter((name) => !applied.includes(name));
  if (applied.length === 0 || pending.length === 0) return;
  log(`Migrating the database (${pending.join(", ")}): this takes minutes with very many tasks …`);
}

/**
 * Migrates a database in one transaction: after a failure it is unchanged. Throws the error of the
 * migration that failed.
 *
 * @param last the last migration to run; the newest if undefined
 */
export async function migrate(db: Kysely<Database>, last?: string): Promise<void> {
  await requireUnicode(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
  if (error !== undefined) throw error;
}
