import { OPERATOR } from "#server/changes/context.ts";
import { databaseName, readConfig } from "#server/config.ts";
import { restoreTask } from "#server/tasks/deletedTasks.ts";
import { readArguments } from "./arguments.ts";
import { onDatabase } from "./onDatabase.ts";
import { runCommand } from "./operatorCommand.ts";

/**
 * `taskdeck restore-task <id>`: restores a deleted task with its comments. Servers may run; open screens
 * show the task within seconds.
 */
await runCommand("Nothing was restored", async () => {
  const { argument: id } = readArguments("restore-task", {});
  await onDatabase(async (db) => {
    const task = await restoreTask(db, id, { by: OPERATOR, at: new Date() });
    console.log(`Restored in ${databaseName(readConfig(process.env))}: ${task.title}`);
  });
});
