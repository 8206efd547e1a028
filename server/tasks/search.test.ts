import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { EXCERPT_MAX, type Task, type TaskPageResponse } from "#contract/task.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";
import { insertTask, type TaskValues } from "./queries.ts";

// A fixed seed: the same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

let server: TestServer;
let member: TestUser;

beforeAll(async () => {
  server = await startServer();
  member = await server.as("member");
});

afterAll(async () => await server.close());

beforeEach(async () => {
  await server.db.deleteFrom("tasks").execute();
});

const blank: TaskValues = {
  title: "A task",
  description: "",
  status: "Todo",
  priority: "Medium",
  due_date: null,
  assignee_id: null,
  team_id: null,
};

const add = async (fields: Partial<TaskValues>, at = server.clock.time) =>
  await insertTask(server.db, { ...blank, ...fields }, member.user.id, at);

async function search(query: Record<string, string> = {}): Promise<TaskPageResponse> {
  const answer = await member.call("GET", `/api/tasks/search?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return answer.body as TaskPageResponse;
}

const titles = async (query: Record<string, string>) =>
  (await search(query)).tasks.map(({ title }) => title);

describe("pages", () => {
  test("the first 50 by default, newest first, with the contract's fields and the last change", async () => {
    for (let minute = 0; minute < 51; minute++) {
      await add({ title: `Task ${minute}` }, new Date(Date.UTC(2026, 0, 1, 0, minute)));
    }
    const { tasks, pagination } = await search();
    expect(pagination).toEqual({ page: 1, limit: 50, total: 51, totalPages: 2 });
    expect(tasks.map(({ title }) => title).slice(0, 2)).toEqual(["Task 50", "Task 49"]);
    expect(tasks).toHaveLength(50);
    expect(Object.keys(tasks[0] ?? {}).sort()).toEqual(
      [...Object.keys(blank), "id", "created_at", "updated_at"].sort(),
    );
    expect((await search({ page: "2" })).tasks.map(({ title }) => title)).toEqual(["Task 0"]);
  });

  test("without matches there are no pages; a page after the last is empty", async () => {
    expect(await search()).toEqual({
      tasks: [],
      pagination: { page: 1, limit: 50, total: 0, totalPages: 0 },
    });
    await add({});
    expect(await search({ page: "1000000000" })).toMatchObject({
      tasks: [],
      pagination: { total: 1, totalPages: 1 },
    });
  });

  test("pages contain each task once, even if many have the same creation time", async () => {
    const instants = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(instants, fc.integer({ min: 1, max: 9 }), async (seconds, limit) => {
        await server.db.deleteFrom("tasks").execute();
        const made: Task[] = [];
        for (const second of seconds) made.push(await add({}, new Date(second * 1000)));
        const seen: Task[] = [];
        const { pagination } = await search({ limit: String(limit) });
        expect(pagination.totalPages).toBe(Math.ceil(made.length / limit));
        for (let page = 1; page <= pagination.totalPages; page++) {
          seen.push(...(await search({ page: String(page), limit: String(limit) })).tasks);
        }
        const expected = made.toSorted(
          (a, b) => b.created_at.localeCompare(a.created_at) || (a.id < b.id ? -1 : 1),
        );
        expect(seen.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ["page=0", "page"],
    ["page=1.5", "page"],
    ["limit=101", "limit"],
    ["limit=-1", "limit"],
    ["page=1&page=2", "page"],
    ["status=Doing", "status"],
    ["priority=low", "priority"],
    ["due=tomorrow", "due"],
    ["overdue=yes", "overdue"],
    ["search=a&search=b", "search"],
    [`search=${"x".repeat(101)}`, "search"],
  ])("%s is refused", async (query, param) => {
    const answer = await member.call("GET", `/api/tasks/search?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ param }] } });
  });
});

describe("the text", () => {
  test("is found in title and description, case-insensitively", async () => {
    await add({ title: "Paint the BOAT" });
    await add({ title: "Second", description: "needs a\nboat hook" });
    await add({ title: "Third" });
    expect((await titles({ search: " boat " })).sort()).toEqual(["Paint the BOAT", "Second"]);
  });

  test.each([
    ["ÜBERGABE", "übergabe"],
    ["ЗАДАЧА номер один", "задача"],
    ["Ελλάδα και θάλασσα", "ΕΛΛΆΔΑ"],
    ["Café (decomposed)", "CAFÉ"],
    ["Ship it 🚀 now", "🚀"],
  ])("%s is found by %s", async (title, text) => {
    await add({ title });
    expect(await titles({ search: text })).toEqual([title]);
  });

  test.each([
    ["100% done", "0%", "1000 done"],
    ["snake_case", "e_c", "snake case"],
    ["it's quoted", "t's", "its quoted"],
    [String.raw`C:\temp`, String.raw`:\t`, "C:/temp"],
    ["x' OR '1'='1", "' OR '", "x or 1"],
  ])("%s is found by %s, %s isn't", async (title, text, other) => {
    await add({ title });
    await add({ title: other });
    expect(await titles({ search: text })).toEqual([title]);
  });

  test.each([
    ["VAT invoices", true],
    ["rates against check", true],
    ["vat  INVOICES", true],
    ["oices acc", true],
    ['"new VAT"', true],
    ['"VAT new"', false],
    ['"VAT new', false],
    ["invoices VAT holidays", false],
    ['"the new" check', true],
    ["accountant", true],
    ["accountant VAT", true],
    ['"ask the accountant" invoices', true],
    ['"accountant the"', false],
  ])("a search for %s finds all words in any text of the task: %s", async (text, isFound) => {
    const task = await add({
      title: "Check the invoices",
      description: "against the new VAT rates",
    });
    await member.call("POST", `/api/tasks/${task.id}/comments`, { comment: "Ask the accountant" });
    await add({ title: "Invoices of another kind" });
    expect(await titles({ search: text })).toEqual(isFound ? ["Check the invoices"] : []);
  });

  test("says where it was found, with a part of the comment", async () => {
    const { id } = await add({ title: "Check the invoices", description: "new VAT rates" });
    const foundIn = async (text: string) => {
      const [task] = (await search({ search: text })).tasks;
      return [task?.found, task?.excerpt];
    };
    expect(await foundIn("invoices check")).toEqual(["title", undefined]);
    expect(await foundIn("invoices vat")).toEqual(["description", undefined]);
    const before = "All of it was sent to the office in the harbour last week. ";
    const comment = `${before}The ACCOUNTANT\nanswers${" later".repeat(40)}`;
    const path = `/api/tasks/${id}/comments`;
    const made = await member.call("POST", path, { comment });
    const [place, excerpt] = await foundIn("accountant vat");
    expect(place).toBe("comment");
    expect(excerpt).toMatch(/^….*harbour last week\. The ACCOUNTANT answers later.*…$/);
    expect(excerpt).toHaveLength(EXCERPT_MAX);
    expect((await search()).tasks[0]).not.toHaveProperty("found");
    const { id: commentId } = made.body as { id: string };
    await member.call("PATCH", `${path}/${commentId}`, { comment: "Nobody" });
    expect(await titles({ search: "accountant" })).toEqual([]);
    expect(await foundIn("nobody")).toEqual(["comment", "Nobody"]);
    await member.call("DELETE", `${path}/${commentId}`);
    expect(await titles({ search: "nobody" })).toEqual([]);
  });

  test("comments of a restored task are found again", async () => {
    const admin = await server.as("admin");
    const { id } = await add({ title: "Kept" });
    await member.call("POST", `/api/tasks/${id}/comments`, { comment: "Zebra" });
    await member.call("DELETE", `/api/tasks/${id}`);
    expect(await titles({ search: "zebra" })).toEqual([]);
    await admin.call("POST", `/api/tasks/${id}/restore`);
    expect(await titles({ search: "zebra" })).toEqual(["Kept"]);
  });

  test("finds exactly the tasks that contain the text", async () => {
    const texts = ["a%b", "a_b", "axb", "A%B", String.raw`a\b`, "a'b", "%%", "__", "Ä%ä"];
    for (const title of texts) await add({ title });
    const pieces = fc.string({ unit: fc.constantFrom("a", "b", "%", "_", "\\", "'", "Ä") });
    await fc.assert(
      fc.asyncProperty(pieces, async (text) => {
        const expected = texts.filter((title) => title.toLowerCase().includes(text.toLowerCase()));
        expect((await titles({ search: text })).sort()).toEqual(expected.sort());
      }),
    );
  });

  test("is searched in its edited form", async () => {
    const task = await add({ title: "Before" });
    await member.call("PUT", `/api/tasks/${task.id}`, { title: "After", priority: "Low" });
    expect(await titles({ search: "before" })).toEqual([]);
    expect(await titles({ search: "after" })).toEqual(["After"]);
  });
});

describe("the filters", () => {
  test("narrow the list, each alone and all together", async () => {
    const other = await server.as("member");
    await add({ title: "Mine", assignee_id: member.user.id, priority: "High", status: "Done" });
    await add({ title: "Theirs", assignee_id: other.user.id, priority: "High" });
    await add({ title: "Nobody's", priority: "Low", status: "In Progress" });
    expect((await titles({ priority: "High" })).sort()).toEqual(["Mine", "Theirs"]);
    expect(await titles({ status: "In Progress" })).toEqual(["Nobody's"]);
    expect(await titles({ assignee: other.user.id })).toEqual(["Theirs"]);
    expect(await titles({ assignee: "nobody" })).toEqual([]);
    expect(await titles({ priority: "High", status: "Done", search: "min" })).toEqual(["Mine"]);
    expect(await titles({ priority: "", status: "", assignee: "", search: "" })).toHaveLength(3);
  });

  test("by team", async () => {
    const team = { id: "crew", name: "Crew", description: "", created_at: "2026-01-01" };
    await server.db.insertInto("teams").values(team).execute();
    await add({ title: "Ours", team_id: "crew" });
    await add({ title: "Other" });
    expect(await titles({ team: "crew" })).toEqual(["Ours"]);
  });

  test("filters by due date among open tasks only", async () => {
    await add({ title: "Open", due_date: "2026-03-20" });
    await add({ title: "Closed", due_date: "2026-03-20", status: "Done" });
    await add({ title: "Later", due_date: "2026-03-21" });
    expect(await titles({ due: "2026-03-20" })).toEqual(["Open"]);
  });
});
