import type { TaskRun } from "#contract/shapes/run.ts";
import { sharedServer, sharedUser } from "./sharedServer.ts";
import { runEnd, runIn, startRun } from "./taskRuns.ts";

/** A shared server with an admin and a member, who start bulk actions on tasks. */
export function taskRunServer() {
  const server = sharedServer();
  const admin = sharedUser(server, "admin", { name: "Ada" });
  const member = sharedUser(server, "member", { name: "Max" });

  const send = async (ids: readonly string[], body: object, by = member) =>
    await startRun(by, ids, body);
  /** Starts a run, and waits for its end. */
  const run = async (ids: readonly string[], body: object, by = member) =>
    await runEnd(by, runIn(await send(ids, body, by)));
  /** Begins the undo of a run. */
  const undo = async ({ id }: Pick<TaskRun, "id">, by = member) =>
    await by.call("POST", `/api/task-runs/${id}/undo`);
  const tasks = async () => await server.db.selectFrom("tasks").selectAll().orderBy("id").execute();

  return { server, admin, member, send, run, undo, tasks };
}

/** The body of a change of many tasks. */
export const change = (fields: object) => ({ action: "change", ...fields });
