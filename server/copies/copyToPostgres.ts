import { createHash } from "node:crypto";
import { createReadStream, existsSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type { Kysely, Transaction } from "kysely";
import { migrationsOf } from "#server/db/backup/backupFile.ts";
import {
  checksumsOf,
  copyTables,
  DERIVED_PREFIXES,
  requireEqual,
  tablesOf,
} from "#server/db/backup/tables.ts";
import { claimFolder, databaseFile, markMoved } from "#server/db/folder.ts";
import { migrate, migrationNames } from "#server/db/migrate.ts";
import {
  CopyRefused,
  type OnProgress,
  requireEmpty,
  type TableChecksum,
} from "#server/db/rows/copyRows.ts";
import type { Database } from "#server/db/schema.ts";
import { kyselyOf } from "#server/db/sqlite/sqlite.ts";
import { settleCopy } from "./settleCopy.ts";

interface CopyOptions {
  /** The target's name, without its password. */
  name: string;
  onProgress: OnProgress;
}

interface Copied {
  checksums: TableChecksum[];
  /** Sentences about what was stopped. */
  settled: string[];
  /** The file that marks the source as moved. */
  mark: string;
}

/**
 * Moves the embedded database in `folder` to an empty PostgreSQL database, in one transaction, and
 * compares checksums. No server may use the source, which stays unchanged and is marked as moved. Throws
 * a {@link CopyRefused} or a `FolderUnusable` otherwise.
 */
export async function copyToPostgres(
  folder: string,
  target: Kysely<Database>,
  { name, onProgress }: CopyOptions,
): Promise<Copied> {
  const file = databaseFile(folder);
  if (!existsSync(file)) throw new CopyRefused(`There is no database in ${folder}`);
  const release = claimFolder(folder);
  let mark: string | undefined;
  try {
    const before = await fingerprint(file);
    using source = openReadOnly(file);
    if (migrationsOf(source).join() !== migrationNames.join()) {
      throw new CopyRefused(
        "Another version wrote the source: start and stop a server of this version on it once",
      );
    }
    return await target.transaction().execute(async (trx) => {
      await requireEmptyDatabase(trx);
      const checksums = await fillPostgres(source, trx, onProgress);
      const settled = await settleCopy(trx, "move");
      if ((await fingerprint(file)) !== before) {
        throw new CopyRefused(`The database in ${folder} changed during the copy: stop its server`);
      }
      // Before the commit, so that a full disk leaves no two databases in use.
      mark = markMoved(folder, name);
      return { checksums, settled, mark };
    });
  } catch (failure) {
    if (mark) rmSync(mark);
    throw failure;
  } finally {
    release();
  }
}

/** Creates the tables, and copies the rows of an SQLite file of this version to them. */
export async function fillPostgres(
  file: DatabaseSync,
  trx: Transaction<Database>,
  onProgress: OnProgress,
): Promise<TableChecksum[]> {
  await migrate(trx);
  const source = kyselyOf(file);
  const copied = await copyTables(source, trx, onProgress);
  const stored = await checksumsOf(trx, await tablesOf(source));
  requireEqual(copied, stored, (table) => `The copy of "${table}" differs from the source`);
  return copied;
}

/** Throws a {@link CopyRefused} if any table has rows, even a table of another program. */
export async function requireEmptyDatabase(trx: Transaction<Database>): Promise<void> {
  const isDerived = (name: string) => DERIVED_PREFIXES.some((prefix) => name.startsWith(prefix));
  const tables = (await trx.introspection.getTables()).filter(({ name }) => !isDerived(name));
  await requireEmpty(
    trx,
    tables.map(({ name }) => ({ name })),
    (name) => `The target isn't empty: its table "${name}" has rows`,
  );
}

/** A hash of the database file and its write-ahead log. */
async function fingerprint(file: string): Promise<string> {
  const hash = createHash("sha256");
  for (const part of [file, `${file}-wal`]) {
    if (!existsSync(part)) continue;
    for await (const chunk of createReadStream(part)) hash.update(chunk as Buffer);
  }
  return hash.digest("hex");
}

function openReadOnly(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  const wal = `${file}-wal`;
  // Without this, SQLite creates files beside the database even for reading.
  if (!existsSync(wal) || statSync(wal).size === 0) url.search = "immutable=1";
  const source = new DatabaseSync(url, { readOnly: true });
  // All tables are read from one snapshot.
  source.exec("begin");
  return source;
}
