import { beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { sql } from "kysely";
import type { LabelResponse } from "#contract/shapes/label.ts";
import { SORTS, TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import { NEW_TASK } from "#contract/taskFields.ts";
import { dashboardReader } from "#server/dashboard/queries.ts";
import { searchText } from "#server/db/text/searchText.ts";
import { findTask, insertTask, updateTask } from "#server/tasks/queries.ts";
import { fileServer } from "#server/testing/sharedServer.ts";
import { atOnce, countTasks, NAMES, scanTasks, TODAY } from "#server/testing/taskModel.ts";
import type { TaskSearch } from "./filters.ts";
import { createFindTasks } from "./findTasks.ts";
import { SEARCH_LIMITS, type SearchLimits } from "./searchBudget.ts";

// A fixed seed: the same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const PEOPLE = ["ann", "bob", "cy"];
const TEAMS = ["red", "blue"];

const server = fileServer();
beforeAll(async () => {
  await addPeople();
  await addTeams();
});

const addPeople = async () =>
  await server.db
    .insertInto("users")
    .values(
      PEOPLE.map((id) => ({
        id,
        email: id,
        email_key: id,
        created_at: "",
        name: NAMES[id] ?? "",
        role: "member" as const,
        is_active: 1,
        password_hash: "",
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();

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
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("comment"), values, nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("deleteComments"), values, nth }) },
  fc.record({
    kind: fc.constantFrom("deleteSome", "deleteTeam", "deleteUser", "addMany", "changeMany"),
    values,
  }),
);
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;

const filter = <T extends string>(...values: T[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 });

const SEARCHES = 'a|b|ä|%|aa|bä|aba|a b|ab aa|aab ä|"a b"|"b" "a|"|🚀\\|aaaa|\0'.split("|");
const query = fc.record({
  page: fc.constantFrom(1, 1, 2, 5),
  limit: fc.constantFrom(1, 3, 50),
  search: fc.constantFrom(undefined, ...SEARCHES),
  status: filter(...TASK_STATUSES, "Todo,In Progress", "Todo,Done"),
  priority: filter(...TASK_PRIORITIES, "Medium,High"),
  assignee: filter(...PEOPLE, "nobody", "none", "ann,bob", "none,cy"),
  team: filter(...TEAMS, "unknown", "none"),
  created_by: filter(...PEOPLE),
  delegated: fc.constantFrom(true as const, undefined),
  overdue: fc.constantFrom(true as const, undefined),
  due: filter("2026-03-14", TODAY, "today", "week", "next-week", "none", "2026-03-02.."),
  sort: filter(...SORTS),
});

async function someId(nth: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from tasks order by id`.execute(server.db);
  return rows[nth % Math.max(1, rows.length)]?.id;
}

const comment = async (taskId: string, text: string) =>
  await server.db
    .insertInto("comments")
    .values({
      id: crypto.randomUUID(),
      task_id: taskId,
      user_id: "ann",
      user_name: "Ann",
      comment: text,
      created_at: server.clock.time.toISOString(),
      search_text: searchText(text),
    })
    .execute();

async function changeOne(kind: string, nth: number, values: Write["values"]): Promise<void> {
  const { db, clock } = server;
  const id = await someId(nth);
  const task = id && (await findTask(db, id));
  if (!task) return;
  const { status, title } = values;
  const one = db.updateTable("tasks").where("id", "=", task.id);
  if (kind === "edit") await updateTask(db, task, { ...NEW_TASK, ...values }, clock.time);
  else if (kind === "comment") await comment(task.id, title);
  else if (kind === "deleteComments")
    await db.deleteFrom("comments").where("task_id", "=", task.id).execute();
  else if (kind === "move") await one.set({ status }).execute();
  else await db.deleteFrom("tasks").where("id", "=", task.id).execute();
}

async function changeMany(kind: string, values: Write["values"]): Promise<void> {
  const { db, clock } = server;
  const { priority, due_date } = values;
  switch (kind) {
    case "deleteSome":
      await db.deleteFrom("tasks").where("priority", "=", priority).execute();
      break;
    case "deleteTeam":
      await db.deleteFrom("teams").where("id", "=", "red").execute();
      return void (await addTeams());
    case "deleteUser":
      await db.deleteFrom("users").where("id", "=", "bob").execute();
      return void (await addPeople());
    case "addMany":
      for (let count = 0; count < 20; count += 1)
        await insertTask(db, { ...NEW_TASK, ...values }, "ann", clock.time);
      break;
    default:
      await db.updateTable("tasks").set({ priority, due_date }).execute();
  }
}

async function carryOut(change: Write): Promise<void> {
  if ("age" in change) {
    const at = new Date(server.clock.time.getTime() - change.age * 1_000);
    const creator = PEOPLE[change.age % PEOPLE.length] ?? "ann";
    await insertTask(server.db, { ...NEW_TASK, ...change.values }, creator, at);
  } else if ("nth" in change) await changeOne(change.kind, change.nth, change.values);
  else await changeMany(change.kind, change.values);
}

async function compare(query: TaskSearch, limits: SearchLimits): Promise<void> {
  const answer = await createFindTasks(server.db, atOnce, limits)(query, TODAY, "ann");
  const { found, tasks } = await scanTasks(server.db, query);
  const most = Math.min(found.length, limits.countMax);
  const beyond = (query.page - 1) * query.limit >= limits.countMax;
  const shown = answer.tasks.map(({ found: _found, excerpt: _excerpt, ...task }) => task);
  if (!beyond) expect(shown).toEqual(tasks);
  if (limits.countMs > 0) {
    expect(answer.total).toBe(most);
    expect(answer.atLeast).toBe(found.length > most ? true : undefined);
  } else {
    expect(answer.total).toBeLessThanOrEqual(most);
    if (!answer.atLeast) expect(answer.total).toBe(found.length);
    else expect(answer.total).toBeGreaterThanOrEqual(Math.min(most, query.page * query.limit));
  }
}

test("property: pages, totals and dashboard match a scan of all tasks after random writes", async () => {
  const steps = fc.array(
    fc.tuple(
      write,
      query,
      fc.record({
        countMax: fc.constantFrom(3, 10, 10_000),
        sortMax: fc.constantFrom(2, 500),
        workMs: fc.constant(60_000),
        countMs: fc.constantFrom(-1, 60_000),
      }),
    ),
    { minLength: 5, maxLength: 25 },
  );
  // Merges the counts whenever there is anything to merge.
  const readStats = dashboardReader(server.db, 0);
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await server.db.deleteFrom("tasks").execute();
      for (const [change, asked, limits] of all) {
        await carryOut(change);
        await compare(asked, limits);
        expect(await readStats(TODAY)).toEqual(await countTasks(server.db));
      }
    }),
    { numRuns: 40 },
  );
});

test("the pages by assignee have every task once, in the order of the names", async () => {
  const { db, clock } = server;
  await db.deleteFrom("tasks").execute();
  const people = Array.from({ length: 205 }, (_, index) => {
    const id = `person-${(index * 97) % 205}`;
    const name = `Name ${String(index % 200).padStart(3, "0")}`;
    return { id, name, email: id, email_key: id, created_at: "", password_hash: "" };
  });
  const role = { role: "member", is_active: 1 } as const;
  await db
    .insertInto("users")
    .values(people.map((person) => ({ ...person, ...role })))
    .execute();
  for (const { id, name } of people) {
    await insertTask(db, { ...NEW_TASK, title: name, assignee_id: id }, "ann", clock.time);
  }
  const find = createFindTasks(db, atOnce, { ...SEARCH_LIMITS, sortMax: 7 });
  for (const sort of ["assignee", "-assignee"] as const) {
    const found: string[] = [];
    for (let page = 1; page <= 5; page += 1) {
      const { tasks } = await find({ page, limit: 50, sort }, TODAY, "ann");
      found.push(...tasks.map(({ title, assignee_id }) => `${title} ${assignee_id}`));
    }
    const inOrder = people.map(({ id, name }) => `${name} ${id}`).toSorted();
    expect(found).toEqual(sort === "assignee" ? inOrder : inOrder.toReversed());
  }
  await db.deleteFrom("users").where("id", "like", "person-%").execute();
});

test("the pages by label have every task once, in the order of the first labels' names; those without come last", async () => {
  const { db, clock } = server;
  await db.deleteFrom("tasks").execute();
  const ids: string[] = [];
  for (let at = 0; at < 105; at += 1) {
    const body = { name: `Name ${String((at * 97) % 105).padStart(3, "0")}` };
    const created = await (await server.as("admin")).call("POST", "/api/labels", body);
    ids.push((created.body as LabelResponse).label.id);
  }
  const ranks = new Map<string, number[]>();
  for (let at = 0; at < 230; at += 1) {
    clock.advance(1_000);
    // A label in every third task is one that has many, and the others come before or after it.
    const [own, often] = [ids[at % 105] ?? "", ids[52] ?? ""];
    const labels = at % 23 === 0 ? [] : at % 3 === 0 ? [own, often] : [own];
    const title = String(at).padStart(3, "0");
    await insertTask(db, { ...NEW_TASK, title, labels }, "ann", clock.time);
    ranks.set(
      title,
      labels.map((id) => (ids.indexOf(id) * 97) % 105),
    );
  }
  const find = createFindTasks(db, atOnce, { ...SEARCH_LIMITS, sortMax: 7 });
  for (const [sort, first, sign] of [
    ["label", Math.min, 1],
    ["-label", Math.max, -1],
  ] as const) {
    const found: string[] = [];
    for (let page = 1; page <= 5; page += 1) {
      const { tasks } = await find({ page, limit: 50, sort }, TODAY, "ann");
      found.push(...tasks.map(({ title }) => title));
    }
    const rankOf = (title: string) => {
      const all = ranks.get(title) ?? [];
      return all.length === 0 ? 1_000 : sign * first(...all);
    };
    const inOrder = [...ranks.keys()].toSorted(
      (one, other) => rankOf(one) - rankOf(other) || other.localeCompare(one),
    );
    expect(found).toEqual(inOrder);
    // Few tasks are sorted by the database.
    const few = await find(
      { page: 1, limit: 50, sort, created_by: "ann", status: "Todo" },
      TODAY,
      "ann",
    );
    expect(few.tasks.map(({ title }) => title)).toEqual(found.slice(0, 50));
  }
});

test("two words are found in the tasks with both, even if each is in many tasks", async () => {
  const find = createFindTasks(server.db, atOnce, { ...SEARCH_LIMITS, countMax: 3 });
  for (const title of ["Bridge", "Bridge", "Harbour", "Harbour", "Harbour bridge", "Bridges"]) {
    await insertTask(server.db, { ...NEW_TASK, title: `${title} work` }, "ann", server.clock.time);
  }
  const { tasks, total } = await find(
    { page: 1, limit: 3, search: "bridge harbour" },
    TODAY,
    "ann",
  );
  expect(tasks.map(({ title }) => title)).toEqual(["Harbour bridge work"]);
  expect(total).toBe(1);
});

test("a word that repeats a part is found as a whole", async () => {
  const find = createFindTasks(server.db, atOnce);
  for (const title of ["Banana bread", "Bananas", "Banane", "Banan"]) {
    await insertTask(server.db, { ...NEW_TASK, title }, "ann", server.clock.time);
  }
  const { tasks, total } = await find({ page: 1, limit: 9, search: "banana" }, TODAY, "ann");
  expect(tasks.map(({ title }) => title).toSorted()).toEqual(["Banana bread", "Bananas"]);
  expect(total).toBe(2);
});

test("a search that exceeds its limit fails with a message that suggests a narrower search", async () => {
  await server.db.deleteFrom("tasks").execute();
  const nobody = { due_date: null, assignee_id: null, team_id: null };
  const task = { title: "A word", description: "", status: "Todo", priority: "Low" } as const;
  await changeMany("addMany", { ...task, ...nobody });
  const find = createFindTasks(server.db, atOnce, { ...SEARCH_LIMITS, countMax: 3, workMs: 0 });
  await expect(find({ page: 1, limit: 3, search: "word" }, TODAY, "ann")).rejects.toMatchObject({
    kind: "too_costly",
    body: { error: expect.stringContaining("This search takes too long") },
  });
});
