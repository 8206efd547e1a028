import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { AuditPageResponse } from "#contract/audit.ts";
import { takeLeases } from "#server/jobs/lease.ts";
import { type RunServer, startRunServer } from "#server/testing/userRuns.ts";

let runs: RunServer;

beforeEach(async () => {
  runs = await startRunServer();
});
afterEach(() => runs.server.close());

const stop = async (id: string) => await runs.eve.call("POST", `/api/user-runs/${id}/stop`);

async function auditEntries() {
  const { body } = await runs.eve.call("GET", "/api/audit");
  return (body as AuditPageResponse).entries.map(({ action, actor, details }) => ({
    action,
    actor: actor.name,
    details,
  }));
}

const setUser = async (id: string, fields: object) =>
  await runs.server.db.updateTable("users").set(fields).where("id", "=", id).execute();

describe("a run whose maker is no longer an active admin", () => {
  test.each<[string, object]>([
    ["a member", { role: "member" }],
    ["inactive", { is_active: 0 }],
  ])("because they are %s stops before its next users, and says why", async (_what, fields) => {
    const id = await runs.addRun(await runs.addUsers(60), { action: "role", role: "admin" });
    await runs.step(id);
    await setUser(runs.ada.user.id, fields);
    expect(await runs.step(id)).toBe("ended");
    expect(await runs.read(id)).toMatchObject({
      state: "stopped",
      stop_reason: "Ada is no longer an active admin",
      counts: { done: 25, waiting: 35 },
    });
    expect(await auditEntries()).toEqual([
      { action: "users.run_ended", actor: "Ada", details: { run: "role", to: "admin", count: 25 } },
    ]);
  });

  test("because they were deleted stops too", async () => {
    const id = await runs.addRun(await runs.addUsers(3), {});
    await runs.server.db.deleteFrom("users").where("id", "=", runs.ada.user.id).execute();
    await runs.finish(id);
    expect(await runs.read(id)).toMatchObject({ state: "stopped", counts: { waiting: 3 } });
  });

  test("stops an undo in the same way, which another admin can continue", async () => {
    const id = await runs.addRun(await runs.addUsers(60), {});
    await runs.finish(id);
    runs.server.clock.advance(1_000);
    await runs.begin(id, "user_run_undo");
    await runs.step(id);
    await setUser(runs.ada.user.id, { role: "member" });
    await runs.finish(id);
    expect(await runs.read(id)).toMatchObject({
      state: "stopped",
      stop_reason: "Ada is no longer an active admin",
      counts: { undone: 25, done: 35 },
    });
    expect(await runs.undo(id)).toMatchObject({ state: "undone", counts: { undone: 60 } });
    // Each admin's entry counts the users whom their own job has changed back.
    const undone = (await auditEntries()).filter(({ action }) => action === "users.run_undone");
    expect(undone.map(({ actor, details }) => [actor, details.count])).toEqual(
      expect.arrayContaining([
        ["Ada", 25],
        ["Eve", 35],
      ]),
    );
  });
});

describe("the audit log", () => {
  test("has what a run did once it has ended", async () => {
    const id = await runs.addRun(await runs.addUsers(30), {});
    await runs.step(id);
    expect(await auditEntries()).toEqual([]);
    await runs.finish(id);
    expect(await auditEntries()).toEqual([
      { action: "users.run_ended", actor: "Ada", details: { run: "deactivate", count: 30 } },
    ]);
  });

  test("counts only the users whom a stopped run has changed, and whom its undo has changed back", async () => {
    const id = await runs.addRun(await runs.addUsers(100), {});
    await runs.step(id);
    const { body } = await stop(id);
    expect(body).toMatchObject({ run: { state: "stopped", stop_reason: "Stopped by Eve" } });
    expect(await runs.step(id)).toBe("lost");
    runs.server.clock.advance(1_000);
    await runs.undo(id);
    expect(await auditEntries()).toEqual([
      { action: "users.run_undone", actor: "Eve", details: { run: "deactivate", count: 25 } },
      { action: "users.run_ended", actor: "Ada", details: { run: "deactivate", count: 25 } },
    ]);
  });

  test("has no entry for a run that changed nobody, such as one on oneself", async () => {
    const { id } = runs.ada.user;
    const body = { action: "deactivate", user_ids: id };
    const { status } = await runs.ada.call("POST", "/api/user-runs", body);
    expect(status).toBe(201);
    expect(await auditEntries()).toEqual([]);
  });
});

describe("a lease", () => {
  test("of another server keeps this one from working on a run", async () => {
    const lease = { lease_owner: "another server", lease_until: "2999-01-01T00:00:00.000Z" };
    const id = await runs.addRun(await runs.addUsers(3), {});
    await runs.lease(id, lease);
    expect(await takeLeases(runs.server.db)).toEqual([]);
    expect(await runs.step(id)).toBe("lost");
    expect(await runs.read(id)).toMatchObject({ state: "running", counts: { waiting: 3 } });
    await runs.step(id, "another server");
    expect(await runs.read(id)).toMatchObject({ state: "done", counts: { done: 3 } });
  });

  test("of another server does not delay a stop", async () => {
    const lease = { lease_owner: "another server", lease_until: "2999-01-01T00:00:00.000Z" };
    const id = await runs.addRun(await runs.addUsers(3), {});
    await runs.lease(id, lease);
    const { body } = await stop(id);
    expect(body).toMatchObject({ run: { state: "stopped", counts: { waiting: 3 } } });
    expect(await runs.step(id, "another server")).toBe("lost");
  });
});

test("an undo doesn't demote or deactivate the admin who undoes", async () => {
  const { id: eve } = runs.eve.user;
  for (const [before, fields] of [
    [{ role: "member" }, { action: "role", role: "admin" }],
    [{ is_active: 0 }, { action: "activate" }],
  ] as const) {
    await setUser(eve, before);
    const [other = ""] = await runs.addUsers(1, before);
    const id = await runs.addRun([eve, other], fields);
    await runs.finish(id);
    runs.server.clock.advance(1_000);
    const { state, counts } = await runs.undo(id);
    expect([state, counts.undone, counts.kept]).toEqual(["undone", 1, 1]);
    const { body } = await runs.ada.call("GET", `/api/user-runs/${id}/items?result=kept`);
    expect(body).toMatchObject({ items: [{ user: { id: eve }, reason: "Your own account" }] });
  }
});
