import { DatabaseSync } from "node:sqlite";
import { type Kysely, sql, type Transaction } from "kysely";
import { migrateFile } from "#server/db/migrate.ts";
import type { Database } from "#server/db/schema.ts";
import { requireKnown } from "./backupFile.ts";
import { batches } from "./copyToPostgres.ts";
import { allRows, columnsOf, type OnProgress, summing, TABLES, type TableSum } from "./tables.ts";

/**
 * Copies a PostgreSQL database to an empty SQLite file as it was at one moment, while it is used.
 * What is read is added up. Throws a `CopyRefused` for a database that isn't Taskdeck's, or that is
 * a newer version's; the tables are those of its version.
 */
export async function copyFromPostgres(
  source: Kysely<Database>,
  file: string,
  onProgress: OnProgress,
): Promise<TableSum[]> {
  const reading = source
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only");
  return await reading.execute(async (trx) => {
    const names = await migrationsOf(trx);
    requireKnown(names, "The database of DATABASE_URL");
    await migrateFile(file, names.at(-1));
    const target = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    try {
      // Whoever began the file makes it durable, once it is complete.
      target.exec("pragma journal_mode = off; pragma synchronous = off; begin");
      const sums: TableSum[] = [];
      for (const table of TABLES) {
        const sum = await copyTable(trx, target, table, onProgress);
        if (sum) sums.push(sum);
      }
      target.exec("commit");
      return sums;
    } finally {
      target.close();
    }
  });
}

async function migrationsOf(trx: Transaction<Database>): Promise<string[]> {
  const tables = await trx.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === "kysely_migration")) return [];
  const query = sql<{ name: string }>`select name from kysely_migration order by name collate "C"`;
  return (await query.execute(trx)).rows.map(({ name }) => name);
}

async function copyTable(
  trx: Transaction<Database>,
  target: DatabaseSync,
  table: string,
  onProgress: OnProgress,
): Promise<TableSum | undefined> {
  const columns = columnsOf(target, table);
  if (columns.length === 0) return undefined;
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const places = columns.map(() => "?").join(", ");
  const insert = target.prepare(`insert into "${table}" (${names}) values (${places})`);
  const counted = sql<{ count: string }>`select count(*) as count from ${sql.table(table)}`;
  const total = Number((await counted.execute(trx)).rows[0]?.count);

  const { add, sum } = summing(table, columns);
  let done = 0;
  for await (const rows of batches(trx, allRows(table, columns))) {
    for (const row of rows) {
      add(row);
      insert.run(...columns.map(({ name }) => row[name] ?? null));
    }
    done += rows.length;
    onProgress(table, done, total);
  }
  return sum();
}
