import { readConfig } from "#server/config.ts";
import { checkFiles } from "#server/files/checkFiles.ts";
import { createFolderStore, filesFolder } from "#server/files/folderStore.ts";
import { readArguments } from "./arguments.ts";
import { onDatabase } from "./onDatabase.ts";
import { runCommand } from "./operatorCommand.ts";

/**
 * `taskdeck check-files [--read]`: names the files whose bytes are missing or damaged. Servers may run. The
 * exit code is 1 if there are any.
 */
await runCommand("The files can't be checked", async () => {
  const { values } = readArguments("check-files", { read: { type: "boolean", default: false } });
  const folder = filesFolder(readConfig(process.env));
  await onDatabase(async (db) => {
    const { broken, count, unused } = await checkFiles(db, createFolderStore(folder), values.read);
    for (const { id, taskId, name, problem } of broken) {
      console.error(`${JSON.stringify(name)} of the task ${taskId} (file ${id}): ${problem}`);
    }
    const sound = values.read ? "there and unchanged" : "there";
    console.log(`${count - broken.length} of ${count} files in ${folder} are ${sound}.`);
    if (unused > 0) {
      console.log(`${unused} more have no task. The server deletes them after a day.`);
    }
    if (broken.length > 0) process.exitCode = 1;
  });
});
