import { expect, test } from "@jest/globals";
import { buildApp } from "#server/app.ts";
import { sendWith } from "#server/testing/repeats.ts";
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
  await server.db
    .insertInto("sessions")
    .values(
      ids.map((user_id) => ({
        id: user_id,
        user_id,
        generation: 0,
        superseded: "[]",
        created_at: ada.user.created_at,
        last_used_at: ada.user.created_at,
      })),
    )
    .execute();
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

test("returns the same run to a retried request", async () => {
  const [id = ""] = await runs.addUsers(1);
  const app = await buildApp(server.deps);
  const send = sendWith(ada, "0123456789abcdef");
  const payload = { action: "deactivate", user_ids: id, confirm_count: 1 };
  const call = { url: "/api/user-runs", payload };
  const first = await send(server.app, call);
  expect(first[0]).toBe(201);
  expect(await send(app, call)).toEqual(first);
  const [status] = await send(app, { ...call, payload: { ...payload, action: "activate" } });
  expect(status).toBe(422);
  await app.close();
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
