import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CopyRefused } from "#server/db/rows/copyRows.ts";
import { openSnapshot } from "#server/db/snapshot.ts";
import { fullExport } from "#server/export/exportFile.ts";
import { STANDARD } from "#server/export/readExport.ts";
import { readArguments } from "./arguments.ts";
import { onDatabase } from "./onDatabase.ts";
import { runCommand } from "./operatorCommand.ts";

/** `taskdeck export <file>`: writes all data to a file or standard output, while servers use the database. */
await runCommand("Nothing was exported", async () => {
  const { argument } = readArguments("export", {});
  if (argument === STANDARD) return await writeExport(() => process.stdout);
  const file = path.resolve(argument);
  if (existsSync(file)) throw new CopyRefused(`${file} already exists`);
  const partial = `${file}.partial`;
  try {
    // Only the owner may read the file. It gets its final name once it is complete and on disk.
    await writeExport(() => createWriteStream(partial, { mode: 0o600, flush: true }));
    renameSync(partial, file);
  } catch (failure) {
    rmSync(partial, { force: true });
    throw failure;
  }
  console.log(`The export is ${file}. It holds all tasks, names and email addresses.`);
});

async function writeExport(open: () => NodeJS.WritableStream): Promise<void> {
  await onDatabase(async (db) => {
    const snapshot = await openSnapshot(db);
    try {
      await pipeline(Readable.from(fullExport(snapshot.db, new Date())), open());
    } finally {
      await snapshot.close();
    }
  });
}
