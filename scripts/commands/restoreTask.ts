import { parseArgs } from "node:util";
import { databaseName, readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open.ts";
import { badRequest } from "#server/http/errors.ts";
import { restoreTask } from "#server/tasks/deletedTasks.ts";
import { runCommand } from "./operatorCommand.ts";

/** The audit log's actor for commands, which is not a user. */
const OPERATOR = { id: "operator", name: "Operator" };

/**
 * `taskdeck restore-task <id>`: restores a deleted task with its comments. Servers may run; open screens
 * show the task within seconds.
 */
await runCommand("Nothing was restored", async () => {
  const [id] = parseArgs({ allowPositionals: true }).positionals;
  if (!id) throw badRequest("give the task's id, as in the address of its audit log entry");
  const config = readConfig(process.env);
  const where = config.postgres?.url ?? config.dataDir;
  await using db = openDatabase(where);
  const task = await restoreTask(db, id, { by: OPERATOR, at: new Date() });
  console.log(`Restored in ${databaseName(config)}: ${task.title}`);
});
