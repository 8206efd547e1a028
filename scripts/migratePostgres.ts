import { ConfigError, databaseName, readConfig } from "#server/config.ts";
import { copyToPostgres } from "#server/db/copyToPostgres.ts";
import { openDatabase } from "#server/db/open.ts";
import { CopyRefused } from "#server/db/tables.ts";
import { DatabaseUnavailable } from "#server/db/unavailable.ts";
import { waitForDatabase } from "#server/db/wait.ts";

/**
 * `npm run migrate:postgres`: copies the embedded database in DATA_DIR to the empty PostgreSQL
 * database of DATABASE_URL, all of it or nothing.
 */
const PROGRESS_EVERY = 1_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { dataDir, postgres } = config;
  if (!postgres) throw new ConfigError("DATABASE_URL must name the database to copy to");
  const target = openDatabase(postgres.url, { poolSize: 1, statementTimeout: 0 });
  try {
    await waitForDatabase(target, postgres.wait, console.log);
    console.log(`Copying ${dataDir} to ${databaseName(config)} …`);
    let last = 0;
    const copied = await copyToPostgres(dataDir, target, (table, done, total) => {
      if (done < total && Date.now() - last < PROGRESS_EVERY) return;
      last = Date.now();
      console.log(`  ${table}: ${done} of ${total} rows`);
    });
    console.log("Copied, and compared on both sides:");
    for (const { table, rows, checksum } of copied) {
      console.log(`  ${table.padEnd(14)}${String(rows).padStart(9)}  sha256 ${checksum}`);
    }
    console.log(`${dataDir} is as it was. Start the server with DATABASE_URL from now on.`);
  } finally {
    await target.destroy();
  }
}

try {
  await main();
} catch (failure) {
  const expected = [CopyRefused, ConfigError, DatabaseUnavailable];
  if (!expected.some((kind) => failure instanceof kind)) throw failure;
  console.error(`Nothing was copied: ${(failure as Error).message}`);
  process.exitCode = 1;
}
