import { setImmediate as breathe } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import { dashboardStats } from "#server/dashboard/queries.ts";
import type { TaskSearch } from "#server/tasks/filters.ts";
import {
  findTask,
  insertTask,
  overdueTasks,
  searchTasks,
  updateTask,
} from "#server/tasks/queries.ts";
import { type TestServer, startServer } from "#server/testing/server.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { findTasks } from "./search.ts";
import { createTaskIndex, type TaskIndex } from "./taskIndex.ts";

// The same cases with every run, so that a failure is the last change's.
fc.configureGlobal({ seed: 20_261_121 });

const TODAY = "2026-03-15";
const PEOPLE = ["ann", "bob", "cy"];
const TEAMS = ["red", "blue"];
const RUNS = 25;

/** As if there were no index: what the database answers by itself. */
const without: Pick<TaskIndex, "read"> = { read: async () => undefined };

let server: TestServer;
let index: TaskIndex;
beforeAll(async () => {
  server = await startServer();
  const user = { name: "", role: "member" as const, is_active: 1, password_hash: "" };
  const people = PEOPLE.map((id) =>
    Object.assign({ id, email: id, email_key: id, created_at: "" }, user),
  );
  await server.db.insertInto("users").values(people).execute();
  await addTeams();
  // A few tasks are as good as a million when chunks are as small.
  const rarePairs = { common: 4, entries: 60, lists: 25 };
  const few = { least: 0, chunk: 3, mostChanges: 40, mostFound: 4, rarePairs };
  index = createTaskIndex(server.db, few);
});
afterAll(async () => {
  await index.close();
  await server.close();
});

const addTeams = async () =>
  await server.db
    .insertInto("teams")
    .values(TEAMS.map((id) => ({ id, name: id, description: "", created_at: "" })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();

const text = fc.string({
  unit: fc.constantFrom("a", "b", "A", " ", "%", "_", "\\", '"', "Ä", "🚀"),
  maxLength: 12,
});
const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values));
const day = maybe(["2026-03-01", "2026-03-14", TODAY, "2026-03-20", "2026-12-31"]);
const values = fc.record({
  title: text,
  description: text,
  status: fc.constantFrom(...TASK_STATUSES),
  priority: fc.constantFrom(...TASK_PRIORITIES),
  due_date: day,
  assignee_id: maybe(PEOPLE),
  team_id: maybe(TEAMS),
});
const nth = fc.nat({ max: 30 });

const write = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("add"), values, age: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("edit"), values, nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("move"), values, nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete"), values, nth }) },
  fc.record({ kind: fc.constantFrom("deleteSome", "deleteTeam", "addMany", "redate"), values }),
);
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;

const query = fc.record({
  page: fc.constantFrom(1, 1, 2, 5),
  limit: fc.constantFrom(1, 3, 50),
  // Few different ones, so that what is kept of a text meets tasks that were written later.
  search: fc.constantFrom(undefined, "a", "b", "ä", "%", "aa", "bä", "aba", "a b", '"', "🚀\\"),
  status: fc.option(fc.constantFrom(...TASK_STATUSES), { nil: undefined, freq: 1 }),
  priority: fc.option(fc.constantFrom(...TASK_PRIORITIES), { nil: undefined, freq: 1 }),
  assignee: fc.option(fc.constantFrom(...PEOPLE, "nobody"), { nil: undefined, freq: 1 }),
  team: fc.option(fc.constantFrom(...TEAMS, "none"), { nil: undefined, freq: 1 }),
  overdue: fc.constantFrom(true as const, undefined),
  due: fc.option(fc.constantFrom("2026-03-14", TODAY), { nil: undefined, freq: 1 }),
});
const options = fc.record({
  few: fc.constantFrom(0, 2, 1_000),
  rare: fc.constantFrom(-1, 2, 1_000),
  scarce: fc.constantFrom(-1, 1_000),
  near: fc.constantFrom(0, 5, 1_000),
});

async function someId(nth: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from tasks order by id`.execute(server.db);
  return rows[nth % Math.max(1, rows.length)]?.id;
}

async function carryOut(change: Write): Promise<void> {
  const { db, clock } = server;
  const at = (age: number) => new Date(clock.time.getTime() - age * 1_000);
  if ("age" in change) {
    await insertTask(db, change.values, "ann", at(change.age));
    return;
  }
  if ("nth" in change) {
    const id = await someId(change.nth);
    const task = id && (await findTask(db, id));
    if (!task) return;
    const { status } = change.values;
    const one = db.updateTable("tasks").where("id", "=", task.id);
    if (change.kind === "edit") await updateTask(db, task, change.values, clock.time);
    else if (change.kind === "move") await one.set({ status }).execute();
    else await db.deleteFrom("tasks").where("id", "=", task.id).execute();
    return;
  }
  const { kind } = change;
  if (kind === "deleteSome") {
    await db.deleteFrom("tasks").where("priority", "=", change.values.priority).execute();
  }
  if (kind === "deleteTeam") {
    await db.deleteFrom("teams").where("id", "=", "red").execute();
    await addTeams();
  }
  if (kind === "redate") {
    const created_at = at(2).toISOString();
    await db.updateTable("tasks").set({ created_at }).where("status", "=", "Todo").execute();
  }
  if (kind === "addMany") {
    for (let count = 0; count < 45; count += 1) await insertTask(db, change.values, "ann", at(1));
  }
}

async function compare(asked: TaskSearch, settings: Parameters<typeof findTasks>[4]) {
  const { db } = server;
  const expected = await searchTasks(db, asked, TODAY);
  const found = await findTasks(db, index, asked, TODAY, settings);
  expect(found.tasks).toEqual(expected.tasks);
  if (found.atLeast) expect(found.total).toBeLessThanOrEqual(expected.total);
  else expect(found.total).toBe(expected.total);
}

/** So many written tasks that all are read anew make the index unknowing for a moment. */
async function known() {
  await index.start();
  const columns = await index.read();
  if (columns) return columns;
  await index.start();
  return await index.read();
}

test("every page, total and figure is what the database would have counted", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(write, query, options), { minLength: 5, maxLength: 25 }),
      async (steps) => {
        await server.db.deleteFrom("tasks").execute();
        for (const [change, asked, settings] of steps) {
          await carryOut(change);
          await compare(asked, settings);
        }
        const { db } = server;
        const columns = await known();
        expect(await dashboardStats(db, index, TODAY)).toEqual(
          await dashboardStats(db, { ...index, ...without }, TODAY),
        );
        if (!columns) return;
        for (const limit of [1, 3, 100]) {
          const longest = await overdueTasks(db, TODAY, limit);
          expect(columns.overdue(TODAY, limit)).toEqual(longest.map(({ id }) => id));
        }
      },
    ),
    { numRuns: RUNS },
  );
});

test("a text that is in very many tasks is counted to the end in the background", async () => {
  const { db, clock } = server;
  await db.deleteFrom("tasks").execute();
  await known();
  for (let count = 0; count < 30; count += 1) {
    const values = { title: count % 2 ? "Even more" : "Odd", description: "" };
    await insertTask(
      db,
      Object.assign(values, {
        status: "Todo" as const,
        priority: "Low" as const,
        due_date: null,
        assignee_id: null,
        team_id: null,
      }),
      "ann",
      new Date(clock.time.getTime() + count * 1_000),
    );
  }
  await known();
  const ask = async () =>
    await findTasks(db, index, { page: 1, limit: 2, search: "even" }, TODAY, {
      rare: -1,
      scarce: -1,
    });
  const first = await ask();
  expect(first.tasks.map(({ title }) => title)).toEqual(["Even more", "Even more"]);
  expect(first).toMatchObject({ atLeast: true });
  expect(first.total).toBeLessThan(15);
  for (;;) {
    const { total, atLeast } = await ask();
    if (!atLeast) {
      expect(total).toBe(15);
      break;
    }
    await breathe();
  }
});
