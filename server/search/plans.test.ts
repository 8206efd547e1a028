import { beforeAll, expect, test } from "@jest/globals";
import { SORTS } from "#contract/task.ts";
import { NEW_TASK } from "#contract/taskFields.ts";
import { boardReader } from "#server/board/queries.ts";
import { prepareFullTextIndex } from "#server/db/text/fullTextIndex.ts";
import { findTaskDetail, insertTask, overdueTasks } from "#server/tasks/queries.ts";
import { plansOf } from "#server/testing/queryPlans.ts";
import { fileServer } from "#server/testing/sharedServer.ts";
import { atOnce } from "#server/testing/taskModel.ts";
import { createFindTasks, type FindTasks } from "./findTasks.ts";
import { SEARCH_LIMITS } from "./searchBudget.ts";

const server = fileServer();
let find: FindTasks;
beforeAll(async () => {
  await prepareFullTextIndex(server.db, () => undefined);
  const { user } = await server.as("member");
  const values = { ...NEW_TASK, title: "Some words", due_date: "2026-03-01" };
  for (let minute = 0; minute < 9; minute += 1) {
    const assignee_id = minute % 2 === 0 ? user.id : null;
    await insertTask(
      server.db,
      { ...values, assignee_id },
      user.id,
      new Date(minute * 60_000),
      `task-${minute}`,
    );
  }
  // With these limits a few tasks count as many.
  find = createFindTasks(server.db, atOnce, { ...SEARCH_LIMITS, countMax: 7 });
});

/** Matches a plan that scans a large table. */
const WHOLE =
  /^SCAN (tasks|comments|task_texts)( AS \w+)?$|Seq Scan on (tasks|comments|task_texts)/;

const TODAY = "2026-03-15";
const list = async (query: Partial<Parameters<FindTasks>[0]>) =>
  await find({ page: 1, limit: 5, ...query }, TODAY, "someone");

test.each<[string, () => Promise<unknown>]>([
  ["a task", async () => await findTaskDetail(server.db, "task-1")],
  [
    "its comments",
    async () => (await server.as("member")).call("GET", "/api/tasks/task-1/comments"),
  ],
  ["the board", async () => await boardReader(server.db)()],
  ["a board that is cut", async () => await boardReader(server.db, 1)()],
  ["a page", async () => await list({})],
  ["a later page", async () => await list({ page: 2 })],
  ["a status", async () => await list({ status: "Todo" })],
  ["a priority", async () => await list({ priority: "Low" })],
  ["an assignee's tasks", async () => await list({ assignee: "someone" })],
  ["a team's tasks", async () => await list({ team: "some" })],
  ["a label's tasks", async () => await list({ label: "label" })],
  ["tasks with all labels", async () => await list({ label: "label,other", label_match: "all" })],
  ["tasks without labels", async () => await list({ label: "none" })],
  ["a creator's tasks", async () => await list({ created_by: "some", delegated: true })],
  ["a day", async () => await list({ due: "2026-03-01" })],
  ["the overdue tasks of the list", async () => await list({ overdue: true })],
  ["the longest overdue", async () => await overdueTasks(server.db, TODAY, 3)],
  ["a rare text", async () => await list({ search: "wordless" })],
  ["a common text", async () => await list({ search: "words", limit: 1 })],
  ["a common text of a status", async () => await list({ search: "words", status: "Todo" })],
  ["two common words", async () => await list({ search: "words some", limit: 1 })],
  ["a common text in another order", async () => await list({ search: "words", sort: "title" })],
  ["several statuses", async () => await list({ status: "Todo,In Progress" })],
  ["several assignees", async () => await list({ assignee: "someone,another" })],
  ["tasks without an assignee", async () => await list({ assignee: "none" })],
  ["tasks without a due date", async () => await list({ due: "none" })],
  ["this week", async () => await list({ due: "week" })],
  ...SORTS.map((sort): [string, () => Promise<unknown>] => [
    `the order ${sort}`,
    async () => await list({ sort }),
  ]),
])("%s is found by an index", async (_what, call) => {
  const plans = await plansOf(server.db, call);
  expect(plans).not.toEqual([]);
  expect(plans.filter((line) => WHOLE.test(line))).toEqual([]);
});

test.each([
  ["created", /tasks_by_age/],
  ["due", /tasks_by_due_date/],
  ["-due", /tasks_by_due_date/],
  ["-priority", /tasks_of_priority/],
  ["title", /tasks_by_title/],
  ["-title", /tasks_by_title/],
  ["-changed", /tasks_by_change/],
  ["assignee", /tasks_of_assignee/],
] as const)("an index has the order %s", async (sort, index) => {
  const plans = await plansOf(server.db, async () => await list({ sort }));
  expect(plans.join("\n")).toMatch(index);
  expect(plans.join("\n")).not.toMatch(/TEMP B-TREE|Sort/);
});

test("overdue tasks are read in order from the index of open tasks", async () => {
  const plans = await plansOf(server.db, async () => await overdueTasks(server.db, TODAY, 3));
  expect(plans.join("\n")).toMatch(/tasks_to_do_by_due_date/);
  expect(plans.join("\n")).not.toMatch(/TEMP B-TREE|Sort/);
});
