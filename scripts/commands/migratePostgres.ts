import { databaseName, readConfig } from "#server/config.ts";
import { ConfigError } from "#server/configError.ts";
import { copyToPostgres } from "#server/copies/copyToPostgres.ts";
import { openDatabase } from "#server/db/open.ts";
import { waitForDatabase } from "#server/db/postgres/wait.ts";
import { readArguments } from "./arguments.ts";
import { printChecksums, progressPrinter, runCommand } from "./operatorCommand.ts";

/**
 * `taskdeck migrate-postgres`: copies the embedded database in DATA_DIR to the empty PostgreSQL
 * database of DATABASE_URL, in one transaction.
 */
await runCommand("Nothing was copied", async () => {
  readArguments("migrate-postgres", {});
  const config = readConfig(process.env);
  const { dataDir, postgres } = config;
  if (!postgres) throw new ConfigError("DATABASE_URL must name the database to copy to");
  await using target = openDatabase(postgres.url, { poolSize: 1, statementTimeout: 0 });
  await waitForDatabase(target, postgres.waitSeconds, console.log);
  const name = databaseName(config);
  console.log(`Copying ${dataDir} to ${name} …`);
  const options = { name, onProgress: progressPrinter() };
  const { checksums, settled, mark } = await copyToPostgres(dataDir, target, options);
  console.log("Copied. Rows and checksums match the source:");
  printChecksums(checksums);
  for (const sentence of settled) console.log(sentence);
  console.log(
    `From now on, start the server with DATABASE_URL. The data in ${dataDir} is unchanged, but marked as moved: to use it again, delete ${mark}`,
  );
});
