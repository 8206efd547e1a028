import { describe, expect, test } from "@jest/globals";
import type {
  UserRun,
  UserRunCheckResponse,
  UserRunItemsResponse,
  UserRunsResponse,
} from "#contract/shapes/run.ts";
import { auditOf } from "#server/testing/audit.ts";
import { createTask, createTeam } from "#server/testing/create.ts";
import { runServer } from "#server/testing/userRuns.ts";

const runs = runServer();
const { server, ada } = runs;

async function itemsOf({ id }: UserRun, query = ""): Promise<UserRunItemsResponse> {
  const { body } = await ada.call("GET", `/api/user-runs/${id}/items${query}`);
  return body as UserRunItemsResponse;
}

describe("a check", () => {
  test("reports what a run would change, and changes nothing", async () => {
    const [active = "", inactive = ""] = [
      ...(await runs.addUsers(1)),
      ...(await runs.addUsers(1, { is_active: 0 })),
    ];
    await createTask(ada, { assignee_id: active });
    const user_ids = [active, inactive, ada.user.id, "nobody"].join(",");
    const { body } = await ada.call("POST", "/api/user-runs/check", {
      action: "deactivate",
      user_ids,
    });
    expect(body).toEqual({
      check: {
        changing: 1,
        unchanged: 1,
        missing: 1,
        left_out: 1,
        left_out_users: [{ id: ada.user.id, name: "Ada", reason: "Your own account" }],
        open_tasks: { count: 1 },
        active_users: 3,
        must_confirm: false,
        can_undo: true,
      },
    });
    expect(await runs.userOf(active)).toMatchObject({ is_active: 1 });
    const list = await ada.call("GET", "/api/user-runs");
    expect((list.body as UserRunsResponse).runs).toEqual([]);
  });

  test.each<[object, number, boolean]>([
    [{ action: "deactivate" }, 24, false],
    [{ action: "deactivate" }, 25, true],
    [{ action: "role", role: "member" }, 1, false],
    [{ action: "role", role: "admin" }, 1, true],
    [{ action: "delete" }, 1, true],
  ])("%j of %d users must be confirmed with their number: %p", async (body, count, must) => {
    const role = "role" in body && body.role === "member" ? "admin" : "member";
    const ids = await runs.addUsers(count, { role });
    const made = { ...body, user_ids: ids.join(",") };
    const { body: checked } = await ada.call("POST", "/api/user-runs/check", made);
    const { changing, must_confirm } = (checked as UserRunCheckResponse).check;
    expect(must_confirm).toBe(must);
    const run = (confirm_count?: number) =>
      ada.call("POST", "/api/user-runs", { ...made, confirm_count });
    if (must_confirm) {
      const refused = { status: 400, body: { errors: [{ param: "confirm_count" }] } };
      expect(await run()).toMatchObject(refused);
      expect(await run(changing + 1)).toMatchObject(refused);
    }
    expect((await run(must_confirm ? changing : undefined)).status).toBe(201);
  });
});

describe("a run", () => {
  test("changes each user once, in slices, and reports each", async () => {
    const ids = await runs.addUsers(60);
    const run = await runs.start([...ids, ada.user.id, "nobody"], { action: "deactivate" });
    const end = await runs.ended(run);
    expect(end).toMatchObject({ state: "done", total: 62, created_by: { name: "Ada" } });
    expect(end.counts).toMatchObject({ done: 60, left_out: 1, refused: 1, waiting: 0 });
    const { items, left } = await itemsOf(run, "?after=59");
    expect(left).toBe(false);
    expect(items.map(({ result, reason }) => [result, reason])).toEqual([
      ["done", ""],
      ["left_out", "Your own account"],
      ["refused", "User not found"],
    ]);
    expect((await itemsOf(run, "?result=refused")).items).toHaveLength(1);
  });

  test("ends sessions, and is one entry of the audit log", async () => {
    const member = await server.as("member", { name: "Max" });
    const ended: string[] = [];
    server.deps.events.subscribe((event) => {
      if ("type" in event && event.type === "session") ended.push(event.id);
    });
    await runs.start([member.user.id], { action: "end_sessions" });
    expect((await member.call("GET", "/api/auth/me")).status).toBe(401);
    expect(ended).toEqual([member.user.id]);
    for (const subject of ["", `?subject=${member.user.id}`]) {
      expect(await auditOf(ada, subject)).toMatchObject([
        { action: "users.run_ended", details: { run: "end_sessions", count: 1 } },
      ]);
    }
  });

  test("deletes users after handing over their open tasks", async () => {
    const [leaver = "", receiver = ""] = await runs.addUsers(2);
    const { id } = await createTask(ada, { assignee_id: leaver });
    const run = await runs.start([leaver], { action: "delete", hand_over_to: receiver });
    expect(run).toMatchObject({ undo_until: null, hand_over_to: { id: receiver } });
    expect(await runs.ended(run)).toMatchObject({ state: "done", counts: { done: 1 } });
    expect(await runs.userOf(leaver)).toBeUndefined();
    const saved = await server.db.selectFrom("tasks").selectAll().execute();
    expect(saved).toMatchObject([{ id, assignee_id: receiver }]);
    const again = await ada.call("POST", `/api/user-runs/${run.id}/undo`);
    expect(again.status).toBe(409);
  });

  test("adds to a team and removes from it", async () => {
    const ids = await runs.addUsers(3);
    const { id: team } = await createTeam(ada, "Team");
    const added = await runs.start(ids, { action: "add_to_team", team });
    expect(added).toMatchObject({ state: "done", team: { name: "Team" } });
    const removed = await runs.start(ids.slice(0, 1), { action: "remove_from_team", team });
    expect(removed.counts.done).toBe(1);
    server.clock.advance(1_000);
    // The first user was removed since; the others leave the team again.
    expect(await runs.undo(added.id)).toMatchObject({
      state: "undone",
      counts: { undone: 2, kept: 1 },
    });
  });
});

describe("an undo", () => {
  test("restores what the run changed, but no later change", async () => {
    const [first = "", second = ""] = await runs.addUsers(2);
    const [waiting = ""] = await runs.addUsers(1, { is_active: 0, awaiting_approval: 1 });
    const run = await runs.start([first, second, waiting], { action: "role", role: "admin" });
    const activation = await runs.start([waiting], { action: "activate" });
    server.clock.advance(1_000);
    // The role changes back and forth. It equals the run's value again, but by a later decision.
    for (const role of ["member", "admin"]) {
      await ada.call("PUT", `/api/users/${second}`, { role });
    }
    expect((await runs.undo(run.id)).counts).toMatchObject({ undone: 2, kept: 1 });
    expect((await itemsOf(run, "?result=kept")).items).toMatchObject([
      { user: { id: second }, reason: "Changed since" },
    ]);
    expect(await runs.userOf(first)).toMatchObject({ role: "member" });
    expect(await runs.userOf(second)).toMatchObject({ role: "admin" });
    expect(await runs.undo(activation.id)).toMatchObject({ state: "undone", undo_until: null });
    expect(await runs.userOf(waiting)).toMatchObject({ is_active: 0, awaiting_approval: 1 });
  });

  test("is possible for a week", async () => {
    const [id = ""] = await runs.addUsers(1);
    const run = await runs.start([id], { action: "deactivate" });
    expect(run.undo_until).toBe("2026-03-22T12:00:00.000Z");
    server.clock.advance(7 * 24 * 60 * 60 * 1000);
    const { call } = await server.signIn(ada.user);
    expect((await call("POST", `/api/user-runs/${run.id}/undo`)).status).toBe(409);
  });
});
