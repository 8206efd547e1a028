import type { TaskRun, TaskRunResponse } from "#contract/shapes/run.ts";
import type { TaskRow } from "#server/db/schema/tasks.ts";
import { insertRows } from "./rows.ts";
import type { TestServer, TestUser } from "./server.ts";
import { until } from "./until.ts";

/** Adds tasks to the database. Returns their ids. */
export async function addTasks(
  { db, clock }: Pick<TestServer, "db"> & { clock: Pick<TestServer["clock"], "time"> },
  count: number,
  fields: Partial<TaskRow> = {},
): Promise<string[]> {
  const at = clock.time.toISOString();
  const tasks = Array.from({ length: count }, (_none, index) => ({
    id: crypto.randomUUID(),
    title: `Task ${index}`,
    description: "",
    status: "Todo" as const,
    priority: "Low" as const,
    due_date: null,
    assignee_id: null,
    team_id: null,
    created_by: null,
    created_at: at,
    updated_at: at,
    status_changed_at: at,
    ...fields,
  }));
  await insertRows(db, "tasks", tasks);
  return tasks.map(({ id }) => id);
}

/** Starts a run as a user. */
export const startRun = async ({ call }: TestUser, ids: readonly string[], body: object) =>
  await call("POST", "/api/task-runs", { task_ids: ids.join(), ...body });

/** The run that a call has started or read. */
export const runIn = ({ body }: { body: unknown }): TaskRun => (body as TaskRunResponse).run;

/** Waits until a run or its undo has ended. */
export async function runEnd({ call }: TestUser, { id }: Pick<TaskRun, "id">): Promise<TaskRun> {
  const read = async () => runIn(await call("GET", `/api/task-runs/${id}`));
  await until(async () => !["running", "undoing"].includes((await read()).state));
  return await read();
}
