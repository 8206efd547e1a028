import path from "node:path";
import { databaseName, readConfig } from "#server/config.ts";
import { restoreToFolder } from "#server/copies/restoreToFolder.ts";
import { restoreToPostgres } from "#server/copies/restoreToPostgres.ts";
import { readArguments } from "./arguments.ts";
import { printChecksums, progressPrinter, runCommand, timestamp } from "./operatorCommand.ts";

/**
 * `taskdeck restore file [--replace]`: restores a backup of either database to DATA_DIR or
 * DATABASE_URL. No server may use it.
 */
await runCommand("Nothing was restored", async () => {
  const { argument, values } = readArguments("restore", {
    replace: { type: "boolean", default: false },
  });
  const file = path.resolve(argument);
  const config = readConfig(process.env);
  const { dataDir, postgres } = config;
  const { replace } = values;
  const keepAs = path.resolve(dataDir, "backups", `taskdeck-replaced-${timestamp()}.db`);

  console.log(`Restoring ${file} to ${databaseName(config)} …`);
  const { checksums, migrated, kept, keptFiles, settled } = postgres
    ? await restoreToPostgres(file, postgres.url, {
        replace,
        keepAs,
        dataDir,
        onProgress: progressPrinter(),
      })
    : await restoreToFolder(file, dataDir, { replace, onProgress: progressPrinter() });
  console.log(
    migrated
      ? "Restored from an older version, and migrated:"
      : "Restored. Rows and checksums match the backup:",
  );
  printChecksums(checksums);
  for (const sentence of settled) console.log(sentence);
  if (keptFiles !== undefined) console.log(`The former files are in ${keptFiles}`);
  if (kept !== undefined) console.log(`The replaced data is in ${kept}`);
});
