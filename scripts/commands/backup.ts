import path from "node:path";
import { databaseName, readConfig } from "#server/config.ts";
import { backUp } from "#server/db/backup/backup.ts";
import { readArguments } from "./arguments.ts";
import { printChecksums, progressPrinter, runCommand, timestamp } from "./operatorCommand.ts";

/**
 * `taskdeck backup [file]`: copies either database to one file, while servers use it. The default
 * folder is DATA_DIR/backups.
 */
await runCommand("Nothing was backed up", async () => {
  const { argument } = readArguments("backup", {});
  const config = readConfig(process.env);
  const file = path.resolve(
    argument || path.join(config.dataDir, "backups", `taskdeck-${timestamp()}.db`),
  );
  console.log(`Backing up ${databaseName(config)} …`);
  const checksums = await backUp(config.postgres?.url ?? config.dataDir, file, progressPrinter());
  console.log("Copied. Rows and checksums match the database:");
  printChecksums(checksums);
  console.log(`The backup is ${file}. It holds password hashes: protect it like the database.`);
});
