import type { UserRun } from "#contract/userRun.ts";
import type { TaskRow, UserRow, UserRunRow } from "#server/db/schema.ts";
import { startServer } from "./server.ts";

/** A server with the admins Ada and Eve, and functions that insert users, tasks and runs. */
export async function startRunServer() {
  const server = await startServer();
  const ada = await server.as("admin", { name: "Ada" });
  const eve = await server.as("admin", { name: "Eve" });

  /** Adds members without sessions. */
  async function addUsers(count: number, fields: Partial<UserRow> = {}): Promise<string[]> {
    const users = Array.from({ length: count }, (_none, index): UserRow => {
      const id = crypto.randomUUID();
      const email = `${id}@example.com`;
      const user = { ...ada.user, id, name: `User ${index}`, email, email_key: email };
      return Object.assign(user, { role: "member" }, fields);
    });
    await server.db.insertInto("users").values(users).execute();
    return users.map(({ id }) => id);
  }

  /** Adds open tasks of a user. */
  async function addTasks(assignee_id: string, count: number, fields: Partial<TaskRow> = {}) {
    const at = server.clock.time.toISOString();
    const tasks = Array.from({ length: count }, (_none, index) => ({
      id: crypto.randomUUID(),
      title: `Task ${index}`,
      description: "",
      status: "Todo" as const,
      priority: "Low" as const,
      due_date: null,
      assignee_id,
      team_id: null,
      created_by: null,
      created_at: at,
      updated_at: at,
      status_changed_at: at,
      ...fields,
    }));
    for (let first = 0; first < tasks.length; first += 500) {
      await server.db
        .insertInto("tasks")
        .values(tasks.slice(first, first + 500))
        .execute();
    }
  }

  /** Stores a run of Ada that is under way, on which no server works. */
  async function addRun(ids: readonly string[], fields: Partial<UserRunRow>): Promise<string> {
    const id = crypto.randomUUID();
    const run = {
      id,
      action: "deactivate" as const,
      role: null,
      team_id: null,
      team_name: "",
      hand_over_to: null,
      hand_over_name: "",
      state: "running" as const,
      created_at: server.clock.time.toISOString(),
      created_by: ada.user.id,
      created_by_name: "Ada",
      finished_at: null,
      undone_by: null,
      total: ids.length,
      lease_owner: null,
      lease_until: null,
    };
    await server.db
      .insertInto("user_runs")
      .values({ ...run, ...fields })
      .execute();
    const items = ids.map((user_id, index) => ({
      run_id: id,
      position: index + 1,
      user_id,
      user_name: "",
      result: "waiting" as const,
      reason: "",
      before: "",
      changed_at: null,
    }));
    await server.db.insertInto("user_run_items").values(items).execute();
    return id;
  }

  const read = async (id: string): Promise<UserRun> =>
    ((await eve.call("GET", `/api/user-runs/${id}`)).body as { run: UserRun }).run;

  /** Eve undoes a run; resolves once the server has finished it. */
  async function undo(id: string): Promise<UserRun> {
    await eve.call("POST", `/api/user-runs/${id}/undo`);
    for (;;) {
      const run = await read(id);
      if (run.state !== "undoing") return run;
    }
  }

  return { server, ada, eve, addUsers, addTasks, addRun, read, undo };
}

export type RunServer = Awaited<ReturnType<typeof startRunServer>>;
