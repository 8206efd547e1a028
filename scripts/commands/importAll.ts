import { databaseName, readConfig } from "#server/config.ts";
import { requireNoServer } from "#server/copies/restoreToPostgres.ts";
import { claimFolder } from "#server/db/folder.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { importAll } from "#server/export/importAll.ts";
import { readArguments } from "./arguments.ts";
import { printChecksums, runCommand } from "./operatorCommand.ts";

const PROGRESS_ROWS = 100_000;

/** `taskdeck import-all file.json`: reads a full export into an empty server. */
await runCommand("Nothing was imported", async () => {
  const { argument: file } = readArguments("import-all", {});
  const config = readConfig(process.env);
  const where = config.postgres?.url ?? config.dataDir;
  const release = config.postgres ? undefined : claimFolder(config.dataDir);
  try {
    await migrateDatabase(where);
    await using db = openDatabase(where, { poolSize: 1 });
    if (config.postgres) await requireNoServer(db);
    console.log(`Importing into ${databaseName(config)} …`);
    const checksums = await importAll(db, file, (name, count) => {
      if (count % PROGRESS_ROWS === 0) console.log(`  ${name}: ${count} rows`);
    });
    printChecksums(checksums);
  } finally {
    release?.();
  }
  console.log(
    'No account has a password. "taskdeck admin <email> --one-time-password" gives one to an account.',
  );
});
