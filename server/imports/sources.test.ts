import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { zipSync } from "fflate";
import type { ImportDetail, ImportResponse, ImportsResponse } from "#contract/imports.ts";
import type { NumberedChange } from "#server/eventBus.ts";
import {
  startServer,
  type TestResponse,
  type TestServer,
  type TestUser,
} from "#server/testing/server.ts";

let server: TestServer;
let admin: TestUser;

beforeEach(async () => {
  server = await startServer();
  admin = await server.as("admin", { name: "Grace", email: "grace@example.com" });
});
afterEach(() => server.close());

const fixture = (name: string): Buffer =>
  readFileSync(path.join(import.meta.dirname, "../testing/imports", name));

async function send(bytes: Uint8Array | string, headers: Record<string, string> = {}) {
  const response = await server.app.inject({
    method: "POST",
    url: "/api/imports?name=harbour",
    headers: {
      authorization: `Bearer ${admin.accessToken}`,
      "content-type": "application/octet-stream",
      "x-time-zone": "Europe/Berlin",
      ...headers,
    },
    payload: typeof bytes === "string" ? bytes : Buffer.from(bytes),
  });
  return { status: response.statusCode, body: response.json() as unknown };
}

const importOf = (answer: TestResponse): ImportDetail => {
  expect(answer).toMatchObject({ status: 200 });
  return (answer.body as ImportResponse).import;
};

async function upload(bytes: Uint8Array | string): Promise<ImportDetail> {
  const answer = await send(bytes);
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as ImportResponse).import;
}

const run = async (id: string, body: object = {}, dry = false): Promise<ImportDetail> =>
  importOf(await admin.call("POST", `/api/imports/${id}/run`, { dry, ...body }));

async function runFile(bytes: Uint8Array | string, body: object = {}): Promise<ImportDetail> {
  return await run((await upload(bytes)).id, body);
}

const tasks = () => server.db.selectFrom("tasks").selectAll().orderBy("title").execute();
const comments = () =>
  server.db.selectFrom("comments").selectAll().orderBy("created_at").orderBy("id").execute();
const task = async (title: string) => (await tasks()).find((one) => one.title === title);

describe("a file is recognised by its content, and its lists and people get proposals", () => {
  test("Trello", async () => {
    const bob = await server.as("member", { name: "Bob Stone", email: "bob@example.com" });
    const draft = await upload(fixture("trello.json"));
    expect(draft).toMatchObject({
      source: "trello",
      state: "draft",
      total: 4,
      file_name: "harbour",
    });
    expect(draft.lists.map(({ name, count, target }) => [name, count, target])).toEqual([
      ["Backlog", 2, "Todo"],
      ["Under way", 1, "In Progress"],
      ["Archived cards", 1, "Done"],
    ]);
    expect(draft.rows.map(({ title, status, remarks }) => [title, status, remarks])).toEqual([
      [
        "Paint the ferry",
        "In Progress",
        ["Nobody is assigned. Without an account: Ada Lovelace, Bob Stone"],
      ],
      ["Buy rope", "Todo", []],
      ["Sell the old buoy", "Done", []],
      ["", null, ["The title is missing"]],
    ]);
    // Half past midnight in Berlin, where the file was uploaded from.
    expect(draft.rows[0]?.due_date).toBe("2024-07-01");
    const people = new URLSearchParams([["6650a1b2c3d4e5f601020332", bob.user.id]]).toString();
    const done = await run(draft.id, { people });
    expect(done).toMatchObject({ state: "done", total: 4, done: 4 });
    expect(done.counts).toMatchObject({ imported: 3, refused: 1 });
    expect(await task("Paint the ferry")).toMatchObject({
      status: "In Progress",
      priority: "Medium",
      due_date: "2024-06-30",
      assignee_id: bob.user.id,
      created_by: admin.user.id,
      created_at: "2024-05-24T14:18:26.000Z",
      description: [
        "Two coats of **blue**.",
        "",
        "**Before painting**",
        "",
        "- [x] Order paint",
        "- [ ] Dry the hull",
        "",
        "**From Trello**",
        "",
        "- People: Ada Lovelace",
        "- Labels: Paint",
        "- Start date: 2024-06-01",
        "- Berth: North quay",
        "- Attachment: Colours: https://trello.com/c/colours.pdf",
        "- Trello: https://trello.com/c/Paint123",
      ].join("\n"),
    });
    expect(await comments()).toMatchObject([
      {
        user_id: null,
        user_name: "Ada Lovelace",
        comment: "Not in the rain, @bob!",
        created_at: "2024-06-02T08:00:00.000Z",
      },
    ]);
    expect((await task("Sell the old buoy"))?.description).toContain("- List: Old ideas");
    expect(await server.db.selectFrom("notifications").selectAll().execute()).toEqual([]);
  });

  test.each([
    ["the file", (data: Buffer) => data],
    ["the zip", (data: Buffer) => zipSync({ VERSION: Buffer.from("1"), "data.json": data })],
  ])("Vikunja, %s", async (_what, packed) => {
    const bob = await server.as("member", { name: "Bob Stone", email: "bob@example.com" });
    const draft = await upload(packed(fixture("vikunja.json")));
    expect(draft.source).toBe("vikunja");
    expect(draft.lists.map(({ name, target }) => [name, target])).toEqual([
      ["Doing", "In Progress"],
      ["Done tasks", "Done"],
    ]);
    expect(draft.people).toMatchObject([{ name: "bob", user_id: bob.user.id }]);
    await run(draft.id);
    expect(await task("Repair the crane")).toMatchObject({
      status: "In Progress",
      priority: "High",
      due_date: "2026-05-01",
      assignee_id: bob.user.id,
      created_at: "2026-01-02T03:04:05.000Z",
      description: [
        "Check the **cable** & hook",
        "",
        "- [x] Order grease",
        "",
        "- [ ] Grease it",
        "",
        "**From Vikunja**",
        "",
        "- Labels: Heavy",
        "- Project: Harbour",
        "- Priority: 4",
        "- Progress: 50%",
        "- Repeats: every 24 hours",
        "- blocked: Order cable",
      ].join("\n"),
    });
    expect(await comments()).toMatchObject([
      {
        user_name: "Grace Hopper",
        comment: "Mind the *wind*.",
        created_at: "2026-01-04T05:06:07.000Z",
      },
    ]);
    expect(await task("Order cable")).toMatchObject({
      status: "Done",
      status_changed_at: "2026-01-05T00:00:00.000Z",
    });
  });

  test("Planka's data of a board", async () => {
    const bob = await server.as("member", { name: "Bob Stone", email: "bob@example.com" });
    await runFile(fixture("planka.json"));
    expect(await tasks()).toMatchObject([
      { title: "Count the gulls", status: "Done" },
      {
        title: "Light the beacon",
        status: "Todo",
        assignee_id: bob.user.id,
        due_date: "2026-04-01",
        description:
          "Before dusk.\n\n**Lamp**\n\n- [x] Clean the glass\n\n**From Planka**\n\n- Labels: Night shift",
      },
    ]);
  });

  test("Kanboard's table of tasks", async () => {
    const draft = await upload(fixture("kanboard.csv"));
    expect(draft).toMatchObject({ source: "kanboard", dates: "mdy" });
    expect(draft.lists.map(({ name, target }) => [name, target])).toEqual([
      ["Work in progress", "In Progress"],
      ["Closed tasks", "Done"],
    ]);
    await run(draft.id);
    expect(await tasks()).toMatchObject([
      { title: "Count fenders", status: "Done", created_at: "2026-01-10T12:00:00.000Z" },
      { title: "Splice the line", status: "In Progress", due_date: "2026-04-25" },
    ]);
    expect((await task("Splice the line"))?.description).toContain("- Category: Ropes");
  });

  test.each([
    ["commas", "Name,Status,Due,Owner\nMend nets,Doing,2026-04-01,ada@example.com\n"],
    ["semicolons", "Name;Status;Due;Owner\r\nMend nets;Doing;1.4.2026;ada@example.com\r\n"],
    ["tabs", "Name\tStatus\tDue\tOwner\nMend nets\tDoing\t13/4/2026\tada@example.com"],
    ["a byte order mark", "\ufeffName,Status,Due,Owner\nMend nets,Doing,04/01/26,ada@example.com"],
  ])("a table with %s", async (_what, text) => {
    const ada = await server.as("member", { email: "ada@example.com" });
    const draft = await upload(text);
    expect(draft.columns.map(({ name, role }) => [name, role])).toEqual([
      ["Name", "title"],
      ["Status", "list"],
      ["Due", "due"],
      ["Owner", "assignee"],
    ]);
    await run(draft.id);
    expect(await tasks()).toMatchObject([
      {
        title: "Mend nets",
        status: "In Progress",
        due_date: expect.stringMatching(/^2026-04-(01|13)$/),
        assignee_id: ada.user.id,
        description: "",
      },
    ]);
  });
});

describe("the mapping", () => {
  const TABLE = "Task,Stage,Kind,Estimate\nMend nets,Later,Urgent,3 h\nSort hooks,Now,Low,\n";

  test("of lists, columns and dates can be changed", async () => {
    const draft = await upload(TABLE);
    const columns = "1=keep&2=list&3=ignore";
    const checked = await run(draft.id, { columns, lists: "Urgent=In+Progress&Low=skip" }, true);
    expect(checked).toMatchObject({ state: "checked", done: 2 });
    expect(checked.lists).toMatchObject([
      { key: "Urgent", count: 1, target: "In Progress" },
      { key: "Low", target: "skip" },
    ]);
    expect(await tasks()).toEqual([]);
    const done = await run(draft.id, { columns, lists: "Urgent=In+Progress&Low=skip" });
    expect(done.rows).toMatchObject([
      {
        title: "Sort hooks",
        outcome: "refused",
        remarks: ["Tasks of this list are not to be imported"],
      },
    ]);
    expect(await tasks()).toMatchObject([
      { title: "Mend nets", status: "In Progress", description: "**From CSV**\n\n- Stage: Later" },
    ]);
  });

  test.each([
    ["columns", { columns: "0=keep" }],
    ["columns", { columns: "0=name" }],
    ["lists", { lists: "Later=Never" }],
    ["people", { people: "Ada=nobody" }],
    ["dates", { dates: "ymd" }],
    ["dry", { dry: "yes" }],
  ])("with wrong %s is refused", async (param, body) => {
    const { id } = await upload(TABLE);
    const answer = await admin.call("POST", `/api/imports/${id}/run`, { dry: true, ...body });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ param }] } });
  });
});

describe("texts over the limits", () => {
  test("are cut into comments, and the report says so", async () => {
    const long = Array.from({ length: 3_000 }, (_, index) => `line ${index}`).join("\n");
    const board = {
      lists: [{ id: "l", name: "Todo" }],
      cards: [
        { id: "1", name: `A\u0001b ${"😀".repeat(300)}`, desc: long, idList: "l" },
        { id: "2", name: "x", idList: "l", due: "someday" },
        { id: "3", name: "Endless", desc: "y".repeat(200_000), idList: "l" },
      ],
    };
    const done = await runFile(JSON.stringify(board));
    expect(done.rows.map(({ outcome, remarks }) => [outcome, remarks])).toEqual([
      ["refused", ["The description does not fit into 20 comments"]],
      [
        "remarks",
        [
          "Control characters were removed",
          "The title is longer than 200 characters; the description has all of it",
          "The description is too long; the rest is in 4 comments",
        ],
      ],
      [
        "remarks",
        [
          "The due date was not understood; the description has it",
          'The title is shorter than 3 characters, so "(task)" was added',
        ],
      ],
    ]);
    const [first] = await tasks();
    const all = [first?.description, ...(await comments()).map(({ comment }) => comment)].join(
      "\n",
    );
    for (const line of long.split("\n")) expect(all).toContain(line);
    expect(Array.from(first?.title ?? "")).toHaveLength(200);
    expect(await task("x (task)")).toMatchObject({
      description: "**From Trello**\n\n- Due date: someday",
    });
  });
});

describe("the same file twice", () => {
  test("creates nothing twice, also among equal rows of a table", async () => {
    const table = "Title\nMend nets\nMend nets\nSort hooks\n";
    expect((await runFile(table)).counts).toMatchObject({ imported: 3, present: 0 });
    expect((await runFile(table)).counts).toMatchObject({ imported: 0, present: 3 });
    const more = await runFile(`${table}Mend nets\n`);
    expect(more.counts).toMatchObject({ imported: 1, present: 3 });
    await runFile(fixture("trello.json"));
    expect((await runFile(fixture("trello.json"))).counts).toMatchObject({
      present: 4 - 1,
      refused: 1,
    });
    expect(await tasks()).toHaveLength(4 + 3);
  });

  test("a second run of an import is refused", async () => {
    const { id } = await runFile("Title\nMend nets\n");
    for (const dry of [true, false]) {
      expect(await admin.call("POST", `/api/imports/${id}/run`, { dry })).toMatchObject({
        status: 409,
      });
    }
  });

  test("an interrupted import continues without creating tasks again", async () => {
    const rows = Array.from({ length: 450 }, (_, index) => `Task ${index}`).join("\n");
    const { id } = await upload(`Title\n${rows}\n`);
    await server.db
      .updateTable("import_items")
      .set({ data: "[" })
      .where("position", "=", 300)
      .execute();
    expect(await admin.call("POST", `/api/imports/${id}/run`, { dry: false })).toMatchObject({
      status: 500,
    });
    expect(await tasks()).toHaveLength(200);
    const { body } = await admin.call("GET", `/api/imports/${id}`);
    expect((body as ImportResponse).import).toMatchObject({
      state: "running",
      isBusy: false,
      done: 200,
    });
    await server.db
      .updateTable("import_items")
      .set({ data: '["Mended"]' })
      .where("position", "=", 300)
      .execute();
    expect(await run(id)).toMatchObject({ state: "done", counts: { imported: 450 } });
    expect(await tasks()).toHaveLength(450);
  });
});

describe("undo", () => {
  test("removes what nobody has changed, and reports what it keeps", async () => {
    const { id } = await runFile("Title\nMend nets\nSort hooks\nOil winch\nPack box\n");
    const byTitle = async (title: string) => (await task(title))?.id ?? "";
    const hooks = await byTitle("Sort hooks");
    await admin.call("PATCH", `/api/tasks/${hooks}`, { priority: "High" });
    await admin.call("POST", `/api/tasks/${await byTitle("Oil winch")}/comments`, {
      comment: "Done?",
    });
    await admin.call("DELETE", `/api/tasks/${await byTitle("Pack box")}`);
    const undone = importOf(await admin.call("POST", `/api/imports/${id}/undo`));
    expect(undone).toMatchObject({ state: "undone", counts: { removed: 2, kept: 2 } });
    expect((await tasks()).map(({ title }) => title)).toEqual(["Oil winch", "Sort hooks"]);
    // Removed tasks can be imported again, and kept tasks are not created twice.
    const again = await runFile("Title\nMend nets\nSort hooks\nOil winch\nPack box\n");
    expect(again.counts).toMatchObject({ imported: 2, present: 2 });
  });

  test("is possible for a day, once", async () => {
    const first = await runFile("Title\nMend nets\n");
    expect(first.undo_until).toBe("2026-03-16T12:00:00.000Z");
    server.clock.advance(24 * 60 * 60 * 1000);
    const undo = () => admin.call("POST", `/api/imports/${first.id}/undo`);
    expect(await undo()).toMatchObject({ status: 409 });
    server.clock.advance(-1);
    expect(await undo()).toMatchObject({ status: 200 });
    expect(await undo()).toMatchObject({ status: 409 });
    expect(await tasks()).toEqual([]);
  });
});

test("open clients get one event for an import and one for its undo, and refetch the board", async () => {
  const heard: unknown[] = [];
  const since = server.deps.events.lastEventId();
  server.deps.events.subscribe((event) => heard.push((event as NumberedChange).change));
  const { id } = await runFile("Title\nMend nets\nSort hooks\n");
  await admin.call("POST", `/api/imports/${id}/undo`);
  expect(heard).toEqual([
    { type: "import", id, change: "imported", by: null },
    { type: "import", id, change: "undone", by: null },
  ]);
  const changes = await admin.call("GET", `/api/kanban/changes?since=${since}`);
  expect(changes.body).toEqual({ reset: true });
});

test("the audit log has one entry per import and undo", async () => {
  const { id } = await runFile("Title\nMend nets\nSort hooks\n");
  server.clock.advance(1_000);
  await admin.call("POST", `/api/imports/${id}/undo`);
  const { body } = await admin.call("GET", "/api/audit");
  expect(body).toMatchObject({
    entries: [
      { action: "tasks.import_undone", actor: { name: "Grace" }, details: { from: "harbour" } },
      { action: "tasks.imported", details: { from: "harbour", count: 2 } },
    ],
  });
});

test("the report is a table of all rows, whose cells spreadsheets don't run", async () => {
  const { id } = await runFile('Title,Status\n"=1+1 ""quoted""",Done\n@x,Todo\n');
  const { body, headers } = await admin.call("GET", `/api/imports/${id}/report`);
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  const [formula, short] = await tasks();
  expect(String(body).split("\r\n")).toEqual([
    "Row,Result,Title,List,Remarks,Task",
    `1,Imported,"'=1+1 ""quoted""",Done,,${formula?.id}`,
    `2,Imported with remarks,'@x,Todo,"The title is shorter than 3 characters, so ""(task)"" was added",${short?.id}`,
    "",
  ]);
});

test("the list shows the last imports; drafts are deleted after a day and reports after 30", async () => {
  const { pruneImports } = await import("./prune.ts");
  await upload("Title\nMend nets\n");
  server.clock.advance(1_000);
  await runFile("Title\nSort hooks\n");
  const listed = async () =>
    ((await admin.call("GET", "/api/imports")).body as ImportsResponse).imports.map(
      ({ state }) => state,
    );
  expect(await listed()).toEqual(["done", "draft"]);
  const day = 24 * 60 * 60 * 1000;
  await pruneImports(server.db, new Date(server.clock.time.getTime() + 2 * day));
  expect(await listed()).toEqual(["done"]);
  await pruneImports(server.db, new Date(server.clock.time.getTime() + 31 * day));
  expect(await listed()).toEqual([]);
  expect(await tasks()).toHaveLength(1);
});
