import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { boardReader } from "#server/board/queries.ts";
import { type Position, taskChanges } from "#server/db/taskChanges.ts";
import { onPostgres } from "#server/db/dialect.ts";
import { transaction } from "#server/db/transaction.ts";
import { findTaskDetail, insertTask } from "#server/tasks/queries.ts";
import { type TestServer, startServer } from "#server/testing/server.ts";
import { CompiledQuery } from "kysely";
import { findTasks } from "./search.ts";
import { createTaskIndex, type TaskIndex } from "./taskIndex.ts";

let server: TestServer;
let index: TaskIndex;
let beginning: Position;
beforeAll(async () => {
  server = await startServer();
  beginning = await taskChanges(server.db).position();
  const task = { title: "Some words", description: "", status: "Todo", priority: "Low" } as const;
  const { user } = await server.as("member");
  const values = { ...task, due_date: "2026-03-01", assignee_id: null, team_id: null };
  for (let minute = 0; minute < 9; minute += 1) {
    await insertTask(server.db, values, user.id, new Date(minute * 60_000), `task-${minute}`);
  }
  index = createTaskIndex(server.db, { least: 0, chunk: 3 });
  await index.start();
});
afterAll(async () => {
  await index.close();
  await server.close();
});

/** How the database carries out what is asked of it. */
async function plansOf(ask: () => Promise<unknown>): Promise<string[]> {
  const { db } = server;
  const spy = jest.spyOn(db.getExecutor(), "executeQuery");
  await ask();
  const queries = spy.mock.calls.map(([query]) => query);
  spy.mockRestore();
  const how = onPostgres(db) ? "explain " : "explain query plan ";
  return await transaction(db, async (trx) => {
    // With so few tasks it would look at all of them, if there is another way or not.
    if (onPostgres(db)) {
      await trx.executeQuery(CompiledQuery.raw("set local enable_seqscan = off"));
    }
    const plans: string[] = [];
    for (const { sql, parameters } of queries) {
      const { rows } = await trx.executeQuery<object>(
        CompiledQuery.raw(how + sql, [...parameters]),
      );
      for (const row of rows) {
        const line = Object.values(row).at(-1);
        if (typeof line === "string") plans.push(line);
      }
    }
    return plans;
  });
}

/** Looks at all rows of a large table, without an index. */
const WHOLE =
  /^SCAN (tasks|comments|task_changes|task_texts)( AS \w+)?$|Seq Scan on (tasks|comments|task_)/;

const search = { page: 1, limit: 5, search: "words" };
const first = "task-1";

test.each<[string, () => Promise<unknown>]>([
  ["a task", async () => await findTaskDetail(server.db, first)],
  [
    "its comments",
    async () => (await server.as("member")).call("GET", `/api/tasks/${first}/comments`),
  ],
  ["the board", async () => await boardReader(server.db)()],
  ["a board that is cut", async () => await boardReader(server.db, 1)()],
  ["a page", async () => await findTasks(server.db, index, { page: 1, limit: 5 }, "2026-03-15")],
  ["a rare text", async () => await findTasks(server.db, index, search, "2026-03-15")],
  [
    "a common text",
    async () =>
      await findTasks(server.db, index, { ...search, limit: 1 }, "2026-03-15", {
        rare: -1,
        scarce: -1,
      }),
  ],
  ["a short text", async () => await index.findTexts("so", 9)],
  ["what was written", async () => await taskChanges(server.db).since(beginning, 9)],
])("%s is found by an index", async (_what, ask) => {
  const plans = await plansOf(ask);
  expect(plans).not.toEqual([]);
  expect(plans.filter((line) => WHOLE.test(line))).toEqual([]);
});
