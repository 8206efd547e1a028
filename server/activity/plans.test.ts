import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { plansOf } from "#server/testing/queryPlans.ts";
import { startServer, type TestServer } from "#server/testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test.each([
  ["", /changes_of_tasks\b/],
  ["?actor=someone", /changes_of_tasks_by_actor_id/],
  ["?scope=mine", /changes_of_tasks\b/],
  ["?scope=teams&kind=changed&before=9", /changes_of_tasks\b/],
])("GET /api/activity%s reads an index in its order", async (query, index) => {
  const { call } = await server.as("member");
  await call("POST", "/api/tasks", { title: "Plan", priority: "Low" });
  const plans = await plansOf(server.db, async () => {
    expect(await call("GET", `/api/activity${query}`)).toMatchObject({ status: 200 });
  });
  expect(plans.join("\n")).toMatch(index);
  expect(plans.filter((line) => /^SCAN changes$|Seq Scan on changes/.test(line))).toEqual([]);
});
