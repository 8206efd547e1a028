import path from "node:path";
import { databaseName, readConfig } from "#server/config.ts";
import { backUp } from "#server/db/backup/backup.ts";
import { createFolderStore, filesFolder } from "#server/files/folderStore.ts";
import { readArguments } from "./arguments.ts";
import { printChecksums, progressPrinter, runCommand, timestamp } from "./operatorCommand.ts";

const warnOfMissing = (count: number) =>
  console.error(`The bytes of ${count} files are missing: "taskdeck check-files" names them`);

/**
 * `taskdeck backup [file] [--without-files]`: copies either database and the files of tasks to one file, while
 * servers use them. The default folder is DATA_DIR/backups.
 */
await runCommand("Nothing was backed up", async () => {
  const { argument, values } = readArguments("backup", {
    "without-files": { type: "boolean", default: false },
  });
  const config = readConfig(process.env);
  const file = path.resolve(
    argument || path.join(config.dataDir, "backups", `taskdeck-${timestamp()}.db`),
  );
  console.log(`Backing up ${databaseName(config)} …`);
  const where = config.postgres?.url ?? config.dataDir;
  const files = values["without-files"]
    ? undefined
    : { store: createFolderStore(filesFolder(config)), onMissing: warnOfMissing };
  const checksums = await backUp(where, file, progressPrinter(), files);
  console.log("Copied. Rows and checksums match the database:");
  printChecksums(checksums);
  console.log(`The backup is ${file}. It holds password hashes: protect it like the database.`);
});
