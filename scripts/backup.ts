import path from "node:path";
import { parseArgs } from "node:util";
import { databaseName, readConfig } from "#server/config.ts";
import { backUp } from "#server/db/backup/backup.ts";
import { printSums, progress, runCommand, stamp } from "./copying.ts";

/**
 * `npm run backup [-- file]`: copies the database, embedded or PostgreSQL, to one file, while
 * servers use it. Without a name it goes into DATA_DIR/backups.
 */
await runCommand("Nothing was backed up", async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const config = readConfig(process.env);
  const file = path.resolve(
    positionals[0] ?? path.join(config.dataDir, "backups", `taskdeck-${stamp()}.db`),
  );
  console.log(`Backing up ${databaseName(config)} …`);
  const sums = await backUp(config.postgres?.url ?? config.dataDir, file, progress());
  console.log("Copied, checked, and compared on both sides:");
  printSums(sums);
  console.log(`The backup is ${file}. It holds password hashes: keep it as safe as the database.`);
});
