import { DatabaseSync } from "node:sqlite";
import { sql, type Transaction } from "kysely";
import { appliedMigrations, migrateFile } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { requireKnown } from "./backupFile.ts";
import { readBatches } from "./copyToPostgres.ts";
import {
  checksumBuilder,
  columnsOf,
  KNOWN_TABLES,
  type OnProgress,
  selectAllRows,
  type TableChecksum,
} from "./tables.ts";

/**
 * Copies a snapshot of a PostgreSQL database to an empty SQLite file, with the tables of the
 * database's version. Throws a `CopyRefused` if it isn't a Taskdeck database, or belongs to a newer
 * version.
 *
 * @returns the checksums of the rows that were read
 */
export async function copyFromPostgres(
  url: string,
  file: string,
  onProgress: OnProgress,
): Promise<TableChecksum[]> {
  await using source = openDatabase(url, { poolSize: 1, statementTimeout: 0 });
  const snapshot = source
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only");
  return await snapshot.execute(async (trx) => {
    const migrations = await appliedMigrations(trx);
    requireKnown(migrations, "The database of DATABASE_URL");
    await migrateFile(file, migrations.at(-1));
    using target = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    // The caller flushes the complete file.
    target.exec("pragma journal_mode = off; pragma synchronous = off; begin");
    const checksums: TableChecksum[] = [];
    for (const table of KNOWN_TABLES) {
      // Each version has only some of them.
      if (columnsOf(target, table).length === 0) continue;
      checksums.push(await copyTable(trx, target, table, onProgress));
    }
    if (columnsOf(target, "changes").length > 0) await copyLastNumber(trx, target);
    target.exec("commit");
    return checksums;
  });
}

/** The changes of the copy go on from the number of the newest one, whose row may be gone. */
async function copyLastNumber(trx: Transaction<Database>, target: DatabaseSync): Promise<void> {
  const { rows } = await sql<{ last: string | null }>`
    select pg_sequence_last_value(pg_get_serial_sequence('changes', 'number')::regclass) as last
  `.execute(trx);
  const last = Number(rows[0]?.last ?? 0);
  target.exec("delete from sqlite_sequence where name = 'changes'");
  if (last > 0) {
    target.prepare("insert into sqlite_sequence (name, seq) values ('changes', ?)").run(last);
  }
}

async function copyTable(
  trx: Transaction<Database>,
  target: DatabaseSync,
  table: string,
  onProgress: OnProgress,
): Promise<TableChecksum> {
  const columns = columnsOf(target, table);
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const values = columns.map(() => "?").join(", ");
  const insert = target.prepare(`insert into "${table}" (${names}) values (${values})`);
  const count = sql<{ count: string }>`select count(*) as count from ${sql.table(table)}`;
  const total = Number((await count.execute(trx)).rows[0]?.count);

  const { add, finish } = checksumBuilder(table, columns);
  let done = 0;
  for await (const rows of readBatches(trx, selectAllRows(table, columns))) {
    for (const row of rows) {
      add(row);
      insert.run(...columns.map(({ name }) => row[name] ?? null));
    }
    done += rows.length;
    onProgress(table, done, total);
  }
  return finish();
}
