import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { AuditPageResponse } from "#contract/audit.ts";
import type {
  UserRun,
  UserRunCheckResponse,
  UserRunItemsResponse,
  UserRunsResponse,
} from "#contract/userRun.ts";
import { buildApp } from "#server/app.ts";
import type { UserRow } from "#server/db/schema.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";

let server: TestServer;
let admin: TestUser;

beforeEach(async () => {
  server = await startServer();
  admin = await server.as("admin", { name: "Ada" });
});
afterEach(() => server.close());

/** Adds members without sessions. */
async function addUsers(count: number, fields: Partial<UserRow> = {}): Promise<string[]> {
  const users = Array.from({ length: count }, (_none, index): UserRow => {
    const id = crypto.randomUUID();
    const email = `${id}@example.com`;
    const user = { ...admin.user, id, name: `User ${index}`, email, email_key: email };
    return Object.assign(user, { role: "member" }, fields);
  });
  await server.db.insertInto("users").values(users).execute();
  return users.map(({ id }) => id);
}

const runIn = (answer: { body: unknown }): UserRun => (answer.body as { run: UserRun }).run;

async function start(ids: readonly string[], body: object): Promise<UserRun> {
  const user_ids = ids.join(",");
  const checked = await admin.call("POST", "/api/user-runs/check", { user_ids, ...body });
  const { changing } = (checked.body as UserRunCheckResponse).check;
  const confirm_count = changing || undefined;
  const answer = await admin.call("POST", "/api/user-runs", { user_ids, confirm_count, ...body });
  expect(answer.status).toBe(201);
  return runIn(answer);
}

const read = async (id: string) => runIn(await admin.call("GET", `/api/user-runs/${id}`));
const undo = async (id: string) => await admin.call("POST", `/api/user-runs/${id}/undo`);

async function ended({ id }: UserRun): Promise<UserRun> {
  for (;;) {
    const run = await read(id);
    if (run.state !== "running" && run.state !== "undoing") return run;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function itemsOf({ id }: UserRun, query = ""): Promise<UserRunItemsResponse> {
  const { body } = await admin.call("GET", `/api/user-runs/${id}/items${query}`);
  return body as UserRunItemsResponse;
}

const userOf = async (id: string) =>
  await server.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();

const counts = (some: Partial<UserRun["counts"]>): unknown => expect.objectContaining(some);

describe("a check", () => {
  test("reports what a run would change, and changes nothing", async () => {
    const [active = "", inactive = ""] = [
      ...(await addUsers(1)),
      ...(await addUsers(1, { is_active: 0 })),
    ];
    await admin.call("POST", "/api/tasks", { title: "Open", priority: "Low" });
    await server.db.updateTable("tasks").set({ assignee_id: active }).execute();
    const user_ids = [active, inactive, admin.user.id, "nobody"].join(",");
    const { body } = await admin.call("POST", "/api/user-runs/check", {
      action: "deactivate",
      user_ids,
    });
    expect(body).toEqual({
      check: {
        changing: 1,
        unchanged: 1,
        missing: 1,
        left_out: 1,
        left_out_users: [{ id: admin.user.id, name: "Ada", reason: "Your own account" }],
        open_tasks: { count: 1 },
        active_users: 2,
        must_confirm: true,
        can_undo: true,
      },
    });
    expect(await userOf(active)).toMatchObject({ is_active: 1 });
    const list = await admin.call("GET", "/api/user-runs");
    expect((list.body as UserRunsResponse).runs).toEqual([]);
  });

  test("a run of more than a tenth of the active users must be confirmed with their number", async () => {
    const ids = await addUsers(20);
    const call = (some: string[], confirm_count?: number) =>
      admin.call("POST", "/api/user-runs", {
        action: "deactivate",
        user_ids: some.join(","),
        confirm_count,
      });
    expect(await call(ids.slice(0, 3), 2)).toMatchObject({
      status: 400,
      body: { errors: [{ param: "confirm_count" }] },
    });
    expect((await call(ids.slice(0, 2))).status).toBe(201);
    expect((await call(ids.slice(2, 5), 3)).status).toBe(201);
  });
});

describe("a run", () => {
  test("changes each user once, in slices, and reports each", async () => {
    const ids = await addUsers(60);
    const run = await start([...ids, admin.user.id, "nobody"], { action: "deactivate" });
    const end = await ended(run);
    expect(end).toMatchObject({ state: "done", total: 62, created_by: { name: "Ada" } });
    expect(end.counts).toEqual(counts({ done: 60, left_out: 1, refused: 1, waiting: 0 }));
    const { items, left } = await itemsOf(run, "?after=59");
    expect(left).toBe(false);
    expect(items.map(({ result, reason }) => [result, reason])).toEqual([
      ["done", ""],
      ["left_out", "Your own account"],
      ["refused", "User not found"],
    ]);
    expect((await itemsOf(run, "?result=refused")).items).toHaveLength(1);
    const csv = await admin.call("GET", `/api/user-runs/${run.id}/items.csv`);
    expect(String(csv.body).split("\r\n")).toHaveLength(64);
  });

  test("ends sessions, and is one entry of the audit log", async () => {
    const member = await server.as("member", { name: "Max" });
    const ended: string[] = [];
    server.deps.events.subscribe((event) => {
      if ("type" in event && event.type === "session") ended.push(event.id);
    });
    await start([member.user.id], { action: "end_sessions" });
    expect((await member.call("GET", "/api/auth/me")).status).toBe(401);
    expect(ended).toEqual([member.user.id]);
    for (const subject of ["", `?subject=${member.user.id}`]) {
      const { body } = await admin.call("GET", `/api/audit${subject}`);
      const { entries } = body as AuditPageResponse;
      expect(entries).toMatchObject([
        { action: "users.run_ended", details: { run: "end_sessions", count: 1 } },
      ]);
    }
  });

  test("deletes users after handing over their open tasks", async () => {
    const [leaver = "", receiver = ""] = await addUsers(2);
    const { body } = await admin.call("POST", "/api/tasks", { title: "Open", priority: "Low" });
    const { id } = (body as { task: { id: string } }).task;
    await server.db.updateTable("tasks").set({ assignee_id: leaver }).execute();
    const run = await start([leaver], { action: "delete", hand_over_to: receiver });
    expect(run).toMatchObject({ undo_until: null, hand_over_to: { id: receiver } });
    expect(await ended(run)).toMatchObject({ state: "done", counts: counts({ done: 1 }) });
    expect(await userOf(leaver)).toBeUndefined();
    const saved = await server.db.selectFrom("tasks").selectAll().execute();
    expect(saved).toMatchObject([{ id, assignee_id: receiver }]);
    expect((await undo(run.id)).status).toBe(409);
  });

  test("adds to a team and removes from it", async () => {
    const ids = await addUsers(3);
    const made = await admin.call("POST", "/api/teams", { name: "Team" });
    const { id: team } = (made.body as { team: { id: string } }).team;
    const added = await start(ids, { action: "add_to_team", team });
    expect(added).toMatchObject({ state: "done", team: { name: "Team" } });
    const removed = await start(ids.slice(0, 1), { action: "remove_from_team", team });
    expect(removed.counts.done).toBe(1);
    server.clock.advance(1_000);
    // The first user was removed since; the others leave the team again.
    expect(runIn(await undo(added.id))).toMatchObject({
      state: "undone",
      counts: counts({ undone: 2, kept: 1 }),
    });
  });

  test("a stopped run leaves the others as they were", async () => {
    const ids = await addUsers(1_000);
    const run = await start(ids, { action: "deactivate" });
    const stopped = runIn(await admin.call("POST", `/api/user-runs/${run.id}/stop`));
    expect(stopped.state).toBe("stopped");
    const { waiting, done } = stopped.counts;
    expect(waiting).toBeGreaterThan(0);
    expect((await read(run.id)).counts).toEqual(counts({ waiting, done }));
    const { body } = await undo(run.id);
    expect((await ended((body as { run: UserRun }).run)).counts).toEqual(
      counts({ undone: done, waiting }),
    );
  });

  test("returns the same run to a retried request", async () => {
    const [id = ""] = await addUsers(1);
    const app = await buildApp(server.deps);
    const headers = {
      authorization: `Bearer ${admin.accessToken}`,
      "idempotency-key": "0123456789abcdef",
    };
    const payload = { action: "deactivate", user_ids: id, confirm_count: 1 };
    const post = async (to: TestServer["app"], more: object = {}) =>
      await to.inject({
        method: "POST",
        url: "/api/user-runs",
        headers,
        payload: { ...payload, ...more },
      });
    const first = await post(server.app);
    const second = await post(app);
    expect(second.json()).toEqual(first.json());
    expect((await post(app, { action: "activate" })).statusCode).toBe(422);
    await app.close();
  });

  test("the last active admin stays an admin, even if a run began before", async () => {
    const other = await server.as("admin");
    const run = await start([other.user.id], { action: "role", role: "member" });
    expect(run.counts.done).toBe(1);
    await server.db
      .insertInto("user_runs")
      .values({
        id: "late",
        action: "delete",
        role: null,
        team_id: null,
        team_name: "",
        hand_over_to: null,
        hand_over_name: "",
        total: 1,
      })
      .execute();
    await server.db
      .insertInto("jobs")
      .values({
        id: "late job",
        kind: "user_run",
        subject_id: "late",
        state: "running",
        made_at: admin.user.created_at,
        made_by: admin.user.id,
        made_by_name: "",
        ended_at: null,
        stop_reason: "",
        lease_owner: null,
        lease_until: null,
      })
      .execute();
    await addWaiting("late", [admin.user.id]);
    const app = await listening();
    expect(await ended({ ...run, id: "late" })).toMatchObject({
      stop_reason: "",
      counts: counts({ refused: 1 }),
    });
    await app.close();
  });
});

/** Another server on the same database. */
async function listening() {
  const app = await buildApp(server.deps);
  await app.listen({ port: 0 });
  return app;
}

async function addWaiting(run_id: string, ids: readonly string[]): Promise<void> {
  await server.db
    .insertInto("user_run_items")
    .values(
      ids.map((user_id, index) => ({
        run_id,
        position: index + 1,
        user_id,
        user_name: "",
        result: "waiting" as const,
        reason: "",
        before: "",
        changed_at: null,
      })),
    )
    .execute();
}

describe("several servers", () => {
  test("a run goes on after a restart in the middle", async () => {
    const ids = await addUsers(1_000);
    const run = await start(ids, { action: "deactivate" });
    expect(run.counts.waiting).toBeGreaterThan(0);
    await server.app.close();
    const { waiting } = await server.db
      .selectFrom("user_run_items")
      .select(({ fn }) => fn.countAll<number | string>().as("waiting"))
      .where("result", "=", "waiting")
      .executeTakeFirstOrThrow();
    expect(Number(waiting)).toBeGreaterThan(0);
    const app = await listening();
    admin = { ...admin, call: callOn(app) };
    expect(await ended(run)).toMatchObject({ state: "done", counts: counts({ done: 1_000 }) });
    await app.close();
  });

  test("two servers change each user once", async () => {
    const ids = await addUsers(120);
    await server.db
      .insertInto("sessions")
      .values(
        ids.map((user_id) => ({
          id: user_id,
          user_id,
          generation: 0,
          superseded: "[]",
          created_at: admin.user.created_at,
          last_used_at: admin.user.created_at,
        })),
      )
      .execute();
    const events: string[] = [];
    server.deps.events.subscribe((event) => {
      if ("type" in event && event.type === "session") events.push(event.id);
    });
    const run = await start(ids, { action: "end_sessions" });
    // The first server's lease is over, so the others take the run while it still works on it.
    await server.db.updateTable("jobs").set({ lease_until: null }).execute();
    const others = await Promise.all([listening(), listening()]);
    expect(await ended(run)).toMatchObject({ counts: counts({ done: 120, unchanged: 0 }) });
    expect(events.sort()).toEqual(ids.sort());
    for (const app of others) await app.close();
  });
});

function callOn(app: TestServer["app"]): TestUser["call"] {
  return async (method, url) => {
    const headers = { authorization: `Bearer ${admin.accessToken}` };
    const { statusCode: status, ...answer } = await app.inject({ method, url, headers });
    return { status, body: answer.json<unknown>(), headers: answer.headers };
  };
}

describe("an undo", () => {
  test("restores what the run changed, but no later change", async () => {
    const [first = "", second = ""] = await addUsers(2);
    const [waiting = ""] = await addUsers(1, { is_active: 0, awaiting_approval: 1 });
    const run = await start([first, second, waiting], { action: "role", role: "admin" });
    const activation = await start([waiting], { action: "activate" });
    server.clock.advance(1_000);
    // The role changes back and forth. It equals the run's value again, but by a later decision.
    for (const role of ["member", "admin"]) {
      await admin.call("PUT", `/api/users/${second}`, { role });
    }
    expect(runIn(await undo(run.id)).counts).toEqual(counts({ undone: 2, kept: 1 }));
    expect((await itemsOf(run, "?result=kept")).items).toMatchObject([
      { user: { id: second }, reason: "Changed since" },
    ]);
    expect(await userOf(first)).toMatchObject({ role: "member" });
    expect(await userOf(second)).toMatchObject({ role: "admin" });
    expect(runIn(await undo(activation.id))).toMatchObject({ state: "undone", undo_until: null });
    expect(await userOf(waiting)).toMatchObject({ is_active: 0, awaiting_approval: 1 });
  });

  test("is possible for a week", async () => {
    const [id = ""] = await addUsers(1);
    const run = await start([id], { action: "deactivate" });
    expect(run.undo_until).toBe("2026-03-22T12:00:00.000Z");
    server.clock.advance(7 * 24 * 60 * 60 * 1000);
    const { call } = await server.signIn(admin.user);
    expect((await call("POST", `/api/user-runs/${run.id}/undo`)).status).toBe(409);
  });
});
