import { beforeAll, expect, test } from "@jest/globals";
import { searchAudit } from "#server/audit/queries.ts";
import { transaction } from "#server/db/transaction.ts";
import { giveBack } from "#server/runs/giveBack.ts";
import { findLastChanger, listHistory } from "#server/taskHistory/queries.ts";
import { plansOf } from "#server/testing/queryPlans.ts";
import { type TestUser } from "#server/testing/server.ts";
import { fileServer } from "#server/testing/sharedServer.ts";
import { makeDeliveries } from "#server/webhooks/makeDeliveries.ts";
import { isRecorded } from "./earlierAttempt.ts";
import { requireRoom } from "./entryLimit.ts";

const server = fileServer();
let admin: TestUser;
let task: string;

beforeAll(async () => {
  admin = await server.as("admin");
  const events = { url: "https://example.com/hook", events: "task.created" };
  await admin.call("POST", "/api/webhooks", events);
  const { body } = await admin.call("POST", "/api/tasks", { title: "Task", priority: "Low" });
  ({ id: task } = (body as { task: { id: string } }).task);
});

/** Matches a plan that reads the whole record. GET /api/activity reads its own index in order. */
const WHOLE = /^SCAN changes(?! USING INDEX changes_of_tasks$)|Seq Scan on changes/;

const log = async (filters: { actor?: string; action?: "task.deleted"; subject?: string }) =>
  await searchAudit(server.db, { page: 1, limit: 50, ...filters });

test.each<[string, () => Promise<unknown>]>([
  ["the history of a task", async () => await listHistory(server.db, task, 50)],
  ["a later page of it", async () => await listHistory(server.db, task, 50, { number: 9 })],
  [
    "who changed a task last",
    async () => await findLastChanger(server.db, { id: task, updated_at: "2026" }),
  ],
  ["an earlier attempt of a request", async () => await isRecorded(server.db, { id: task })],
  ["a user's changes in the audit log", async () => await log({ actor: admin.user.id })],
  ["a kind of changes in it", async () => await log({ action: "task.deleted" })],
  ["the changes of a user, team or task in it", async () => await log({ subject: task })],
  [
    "the newest entries of a user",
    async () =>
      await transaction(server.db, (trx) =>
        requireRoom(trx, { by: admin.user, at: server.clock.time }, "task.deleted"),
      ),
  ],
  [
    "the tasks that a bulk action has handed over",
    async () =>
      await transaction(server.db, (trx) => {
        const { user } = admin;
        const context = { by: user, at: server.clock.time };
        return giveBack(trx, { id: "run", from: user, to: user }, context);
      }),
  ],
  ["what webhooks have not seen", async () => await makeDeliveries(server.db)],
  ...["", "?actor=someone", "?scope=mine", "?scope=teams&kind=changed&before=9"].map(
    (query): [string, () => Promise<unknown>] => [
      `GET /api/activity${query}`,
      async () => await admin.call("GET", `/api/activity${query}`),
    ],
  ),
])("%s: found by an index", async (_what, call) => {
  const plans = await plansOf(server.db, call);
  expect(plans.join("\n")).toMatch(/changes/);
  expect(plans.filter((line) => WHOLE.test(line))).toEqual([]);
});
