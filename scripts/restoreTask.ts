import { parseArgs } from "node:util";
import { databaseName, readConfig } from "#server/config.ts";
import { openChannel, openDatabase } from "#server/db/open.ts";
import { shareBus } from "#server/events/sharedBus.ts";
import { badRequest } from "#server/http/errors.ts";
import { restoreTask } from "#server/tasks/deletedTasks.ts";
import { runCommand } from "./copying.ts";

/** Who restored it, as the audit log names them: no user's id. */
const OPERATOR = { id: "operator", name: "Operator" };

/**
 * `npm run restore-task -- <id>`: brings a deleted task back, with its comments. Servers may run:
 * on PostgreSQL they tell their open screens, which on SQLite show it when they next load.
 */
await runCommand("Nothing was restored", async () => {
  const [id] = parseArgs({ allowPositionals: true }).positionals;
  if (!id) throw badRequest("name the task's id, such as the audit log's address has it");
  const config = readConfig(process.env);
  const where = config.postgres?.url ?? config.dataDir;
  const db = openDatabase(where);
  try {
    const task = await restoreTask(db, id, { by: OPERATOR, at: new Date() });
    const events = await shareBus((hearing) => openChannel(where, hearing));
    events.publish({ type: "task", id, change: "restored", by: null });
    await events.close();
    console.log(`Restored in ${databaseName(config)}: ${task.title}`);
  } finally {
    await db.destroy();
  }
});
