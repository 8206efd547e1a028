import { expect, test } from "@jest/globals";
import { buildApp } from "#server/app.ts";
import { insertRows } from "#server/testing/rows.ts";
import { runServer } from "#server/testing/userRuns.ts";

const runs = runServer();
const { server, ada } = runs;

/** Another server on the same database. */
async function listening() {
  const app = await buildApp(server.deps);
  await app.listen({ port: 0 });
  return app;
}

test("two servers change each user once", async () => {
  const ids = await runs.addUsers(120);
  const used = { created_at: ada.user.created_at, last_used_at: ada.user.created_at };
  const sessions = ids.map((id) => ({ id, user_id: id, generation: 0, superseded: "[]", ...used }));
  await insertRows(server.db, "sessions", sessions);
  const events: string[] = [];
  server.deps.events.subscribe((event) => {
    if ("type" in event && event.type === "session") events.push(event.id);
  });
  const run = await runs.start(ids, { action: "end_sessions" });
  // The first server's lease is over, so the others take the run while it still works on it.
  await server.db.updateTable("jobs").set({ lease_until: null }).execute();
  const others = await Promise.all([listening(), listening()]);
  expect(await runs.ended(run)).toMatchObject({ counts: { done: 120, unchanged: 0 } });
  expect(events.sort()).toEqual(ids.sort());
  for (const app of others) await app.close();
});

test("the last active admin stays an admin, even if a run began before", async () => {
  const { eve } = runs;
  const run = await runs.start([eve.user.id], { action: "role", role: "member" });
  expect(run.counts.done).toBe(1);
  const late = await runs.addRun([ada.user.id], { action: "delete" });
  await runs.finish(late);
  const { body } = await ada.call("GET", `/api/user-runs/${late}`);
  expect(body).toMatchObject({ run: { stop_reason: "", counts: { refused: 1 } } });
});

test("a run goes on after a restart in the middle", async () => {
  const id = await runs.addRun(await runs.addUsers(200), {});
  await (await listening()).close();
  const { state, counts } = await runs.read(id);
  expect(state).toBe("running");
  expect(counts.waiting).toBeGreaterThan(0);
  const app = await listening();
  expect(await runs.ended({ id })).toMatchObject({ state: "done", counts: { done: 200 } });
  await app.close();
});
