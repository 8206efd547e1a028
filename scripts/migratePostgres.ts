import { ConfigError, databaseName, readConfig } from "#server/config.ts";
import { copyToPostgres } from "#server/db/backup/copyToPostgres.ts";
import { openDatabase } from "#server/db/open.ts";
import { waitForDatabase } from "#server/db/wait.ts";
import { printSums, progress, runCommand } from "./copying.ts";

/**
 * `npm run migrate:postgres`: copies the embedded database in DATA_DIR to the empty PostgreSQL
 * database of DATABASE_URL, all of it or nothing.
 */
await runCommand("Nothing was copied", async () => {
  const config = readConfig(process.env);
  const { dataDir, postgres } = config;
  if (!postgres) throw new ConfigError("DATABASE_URL must name the database to copy to");
  const target = openDatabase(postgres.url, { poolSize: 1, statementTimeout: 0 });
  try {
    await waitForDatabase(target, postgres.wait, console.log);
    console.log(`Copying ${dataDir} to ${databaseName(config)} …`);
    const sums = await copyToPostgres(dataDir, target, progress());
    console.log("Copied, and compared on both sides:");
    printSums(sums);
    console.log(`${dataDir} is as it was. Start the server with DATABASE_URL from now on.`);
  } finally {
    await target.destroy();
  }
});
