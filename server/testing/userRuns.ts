import type { UserRun, UserRunCheckResponse, UserRunResponse } from "#contract/shapes/run.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { JobKind } from "#server/db/schema/jobs.ts";
import type { TaskRow } from "#server/db/schema/tasks.ts";
import { searchText } from "#server/db/text/searchText.ts";
import { transaction } from "#server/db/transaction.ts";
import { JOB_KINDS } from "#server/jobKinds.ts";
import { beginJob } from "#server/jobs/queries.ts";
import { type Progress, workOn } from "#server/jobs/step.ts";
import type { UserRunDetails } from "#server/runs/userPlan.ts";
import { sharedServer, sharedUser } from "./sharedServer.ts";
import { addTasks as insertTasks } from "./taskRuns.ts";
import { until } from "./until.ts";

/** A shared server with the admins Ada and Eve, and functions that insert users, tasks and runs. */
export function runServer() {
  const server = sharedServer();
  const ada = sharedUser(server, "admin", { name: "Ada" });
  const eve = sharedUser(server, "admin", { name: "Eve" });

  /** Adds members without sessions. */
  async function addUsers(count: number, fields: Partial<UserRow> = {}): Promise<string[]> {
    const users = Array.from({ length: count }, (_none, index): UserRow => {
      const id = crypto.randomUUID();
      const email = `${id}@example.com`;
      const user = { ...ada.user, id, name: `User ${index}`, email, email_key: email };
      Object.assign(user, { role: "member" }, fields);
      return { ...user, search_text: searchText(user.name, user.email) };
    });
    await server.db.insertInto("users").values(users).execute();
    return users.map(({ id }) => id);
  }

  /** Adds open tasks of a user. */
  async function addTasks(assignee_id: string, count: number, fields: Partial<TaskRow> = {}) {
    await insertTasks(server, count, { assignee_id, ...fields });
  }

  /** Stores a run of Ada that is under way, on which no server works. */
  async function addRun(ids: readonly string[], fields: Partial<UserRunDetails>): Promise<string> {
    const id = crypto.randomUUID();
    const unset = { role: null, team: null, hand_over_to: null };
    const details = JSON.stringify({ action: "deactivate", ...unset, ...fields });
    await server.db.insertInto("runs").values({ id, kind: "user", details }).execute();
    const items = ids.map((item_id, index) => ({
      run_id: id,
      position: index + 1,
      item_id,
      name: "",
      result: "waiting" as const,
      reason: "",
    }));
    await server.db.insertInto("run_items").values(items).execute();
    await begin(id, "user_run");
    return id;
  }

  /** Begins a job of Ada, on which no server works. */
  async function begin(subject_id: string, kind: JobKind): Promise<void> {
    const context = { by: ada.user, at: server.clock.time };
    await transaction(server.db, (trx) => beginJob(trx, { kind, subject_id }, context));
    const free = { lease_owner: null, lease_until: null };
    await server.db.updateTable("jobs").set(free).where("subject_id", "=", subject_id).execute();
  }

  /** Works on a run or its undo once. */
  async function step(subject_id: string): Promise<Progress> {
    const job = await server.db
      .selectFrom("jobs")
      .select("id")
      .where("subject_id", "=", subject_id)
      .orderBy("kind", "desc")
      .executeTakeFirstOrThrow();
    return await workOn(server.deps, JOB_KINDS, { id: job.id, owner: "this server" })();
  }

  /** Works on a run or its undo until it ends, or another server has it. */
  async function finish(id: string): Promise<void> {
    while ((await step(id)) === "more");
  }

  const read = async (id: string): Promise<UserRun> =>
    ((await eve.call("GET", `/api/user-runs/${id}`)).body as { run: UserRun }).run;

  /** Eve undoes a run; resolves once the server has finished it. */
  async function undo(id: string): Promise<UserRun> {
    await eve.call("POST", `/api/user-runs/${id}/undo`);
    return await ended({ id });
  }

  /** Ada starts a run by its route, and confirms it. */
  async function start(ids: readonly string[], body: object): Promise<UserRun> {
    const fields = { user_ids: ids.join(), ...body };
    const checked = await ada.call("POST", "/api/user-runs/check", fields);
    const { changing } = (checked.body as UserRunCheckResponse).check;
    const confirmed = { confirm_count: changing || undefined, ...fields };
    return ((await ada.call("POST", "/api/user-runs", confirmed)).body as UserRunResponse).run;
  }

  /** Waits until the server has finished a run or its undo. */
  async function ended({ id }: Pick<UserRun, "id">): Promise<UserRun> {
    await until(async () => !["running", "undoing"].includes((await read(id)).state));
    return await read(id);
  }

  const userOf = async (id: string) =>
    await server.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();

  return {
    server,
    ada,
    eve,
    addUsers,
    addTasks,
    addRun,
    begin,
    step,
    finish,
    read,
    undo,
    start,
    ended,
    userOf,
  };
}
