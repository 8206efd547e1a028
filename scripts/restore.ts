import path from "node:path";
import { parseArgs } from "node:util";
import { ConfigError, databaseName, readConfig } from "#server/config.ts";
import { restoreToFolder, restoreToPostgres } from "#server/db/backup/restore.ts";
import { printSums, progress, runCommand, stamp } from "./copying.ts";

/**
 * `npm run restore -- file [--replace]`: puts a backup into DATA_DIR or DATABASE_URL, whatever
 * database it is of. No server may be running there.
 */
await runCommand("Nothing was restored", async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: "boolean", default: false } },
  });
  const [name] = positionals;
  if (name === undefined) throw new ConfigError("name the backup: npm run restore -- <file>");
  const file = path.resolve(name);
  const config = readConfig(process.env);
  const { dataDir, postgres } = config;
  const { replace } = values;
  const keepAs = path.resolve(dataDir, "backups", `taskdeck-replaced-${stamp()}.db`);

  console.log(`Restoring ${file} to ${databaseName(config)} …`);
  const { sums, migrated, kept } = postgres
    ? await restoreToPostgres(file, postgres.url, { replace, keepAs, onProgress: progress() })
    : await restoreToFolder(file, dataDir, { replace });
  console.log(
    migrated
      ? "Restored, and brought up to date from an older version. It holds:"
      : "Restored. Counts and checksums are those of the backup:",
  );
  printSums(sums);
  if (kept !== undefined) console.log(`What was there before is in ${kept}`);
});
