import { describe, expect, test } from "@jest/globals";
import { actionOf, auditOf } from "#server/testing/audit.ts";
import { runServer } from "#server/testing/userRuns.ts";

const runs = runServer();

const stop = async (id: string) => await runs.eve.call("POST", `/api/user-runs/${id}/stop`);

const auditEntries = async () => (await auditOf(runs.eve)).map(actionOf);

const setUser = async (id: string, fields: object) =>
  await runs.server.db.updateTable("users").set(fields).where("id", "=", id).execute();

describe("a run whose maker is no longer an active admin", () => {
  test("stops before its next users, and says why", async () => {
    const id = await runs.addRun(await runs.addUsers(60), { action: "role", role: "admin" });
    await runs.step(id);
    await setUser(runs.ada.user.id, { role: "member" });
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
  test("counts only the users whom a stopped run has changed, and whom its undo has changed back", async () => {
    const id = await runs.addRun(await runs.addUsers(100), {});
    await runs.step(id);
    const { body } = await stop(id);
    expect(body).toMatchObject({
      run: { state: "stopped", stop_reason: "Stopped by Eve", counts: { done: 25, waiting: 75 } },
    });
    expect(await runs.step(id)).toBe("lost");
    runs.server.clock.advance(1_000);
    expect((await runs.undo(id)).counts).toMatchObject({ undone: 25, waiting: 75 });
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
