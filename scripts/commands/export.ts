import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { ConfigError } from "#server/configError.ts";
import { CopyRefused } from "#server/db/rows/copyRows.ts";
import { openSnapshot } from "#server/db/snapshot.ts";
import { fullExport } from "#server/export/exportFile.ts";
import { onDatabase } from "./onDatabase.ts";
import { runCommand } from "./operatorCommand.ts";

/** `taskdeck export file.json`: writes all data to a file, while servers use the database. */
await runCommand("Nothing was exported", async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) {
    throw new ConfigError("use it as taskdeck export file.json");
  }
  const file = path.resolve(name);
  if (existsSync(file)) throw new CopyRefused(`${file} already exists`);
  const partial = `${file}.partial`;
  await onDatabase(async (db) => {
    const snapshot = await openSnapshot(db);
    try {
      // Only the owner may read the file. It gets its final name once it is complete and on disk.
      const target = createWriteStream(partial, { mode: 0o600, flush: true });
      await pipeline(Readable.from(fullExport(snapshot.db, new Date())), target);
      renameSync(partial, file);
    } catch (failure) {
      rmSync(partial, { force: true });
      throw failure;
    } finally {
      await snapshot.close();
    }
  });
  console.log(`The export is ${file}. It holds all tasks, names and email addresses.`);
});
