import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  await server.clear();
  ada = await server.as("admin", { name: "Ada", email: "ada@example.com" });
  bob = await server.as("member", { name: 'Bob, the "second"', email: "bob@example.com" });
});
afterAll(() => server.close());

async function create(by: TestUser, fields: object): Promise<string> {
  server.clock.advance(1_000);
  const { status, body } = await by.call("POST", "/api/tasks", { priority: "Low", ...fields });
  expect(status).toBe(201);
  return (body as { task: { id: string } }).task.id;
}

async function exported(query = "", by = ada): Promise<string> {
  const { status, body, headers } = await by.call("GET", `/api/tasks/export.csv${query}`);
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  return body as string;
}

/** Reads CSV text by RFC 4180. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  const cells = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy);
  let row: string[] = [];
  for (const [, quoted, plain, end] of cells) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const titlesOf = (text: string) =>
  parse(text)
    .slice(1)
    .map(([, title]) => title);

describe("the CSV file of a task list", () => {
  test("has a byte order mark, CRLF, all columns, names instead of ids, and the number of comments", async () => {
    const { body } = await ada.call("POST", "/api/teams", { name: "Crew" });
    const team_id = (body as { team: { id: string } }).team.id;
    await ada.call("POST", `/api/teams/${team_id}/members`, { userId: bob.user.id });
    const id = await create(ada, {
      title: "Böse ☕",
      description: 'One, "two"\nthree',
      status: "In Progress",
      due_date: "2026-04-01",
      assignee_id: bob.user.id,
      team_id,
    });
    for (const comment of ["first", "second"]) {
      await bob.call("POST", `/api/tasks/${id}/comments`, { comment });
    }
    const text = await exported();
    const url = "/api/tasks/export.csv";
    const headers = { authorization: `Bearer ${ada.accessToken}` };
    const { rawPayload } = await server.app.inject({ url, headers });
    expect(rawPayload.subarray(0, 6).toString("latin1")).toBe("\xef\xbb\xbfID,");
    expect(text.replaceAll("\r\n", "")).not.toContain("\r");
    const [head, ...rows] = parse(text);
    expect(head?.join()).toBe(
      "ID,Title,Description,Status,Priority,Assignee,Assignee e-mail,Team,Due date,Created by,Created,Updated,Comments",
    );
    const assignee = ['Bob, the "second"', "bob@example.com"];
    const at = "2026-03-15T12:00:01.000Z";
    expect(rows).toEqual([
      [id, "Böse ☕", 'One, "two"\nthree', "In Progress", "Low"].concat(assignee, [
        "Crew",
        "2026-04-01",
        "Ada",
        at,
        at,
        "2",
      ]),
    ]);
  });

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "＝1+1"])(
    "a spreadsheet shows the title %s as text, and doesn't calculate it",
    async (title) => {
      await create(ada, { title: `${title}xx`, description: title });
      const [, row] = parse(await exported());
      expect(row?.[1]?.startsWith(`'${title}`)).toBe(true);
      expect(row?.[2]).toBe(`'${title}`);
    },
  );

  test("has only its header line if there are no tasks", async () => {
    expect(parse(await exported())).toHaveLength(1);
  });

  test.each([
    ["", ["Paint the fence", "Plant a tree", "Buy paint"]],
    ["?sort=-priority", ["Buy paint", "Paint the fence", "Plant a tree"]],
    ["?search=paint", ["Paint the fence", "Buy paint"]],
    ["?status=Todo,Done&sort=title", ["Buy paint", "Plant a tree"]],
    ["?assignee=none", ["Plant a tree"]],
  ])("with the filters %s has the tasks of the list, in its order", async (query, titles) => {
    await create(ada, { title: "Buy paint", priority: "High" });
    await create(ada, { title: "Plant a tree", status: "Done", assignee_id: "" });
    const due_date = "2026-03-16";
    await create(bob, { title: "Paint the fence", status: "In Progress", due_date });
    expect(titlesOf(await exported(query, bob))).toEqual(titles);
    const { body } = await bob.call("GET", `/api/tasks/search${query}`);
    expect((body as { tasks: { title: string }[] }).tasks.map(({ title }) => title)).toEqual(
      titles,
    );
  });

  test("has the tasks of all pages in order, even if there are more than a search counts", async () => {
    const count = 10_600;
    const at = "2026-01-01T00:00:00.000Z";
    for (let from = 0; from < count; from += 200) {
      const rows = Array.from({ length: 200 }, (_row, index) => ({
        id: `task-${String(from + index).padStart(6, "0")}`,
        title: `Water plant ${from + index}`,
        description: "",
        status: "Todo" as const,
        priority: "Low" as const,
        due_date: null,
        assignee_id: null,
        team_id: null,
        created_by: null,
        created_at: at,
        updated_at: at,
        status_changed_at: at,
        search_text: `water plant ${from + index}\n`,
      }));
      await server.db.insertInto("tasks").values(rows).execute();
    }
    for (const query of [
      "?sort=created",
      "?search=water&sort=created",
      "?status=Todo&sort=created",
    ]) {
      const titles = titlesOf(await exported(query));
      expect(titles).toHaveLength(count);
      expect(new Set(titles).size).toBe(count);
    }
  });

  test.each([["?status=Lost", "status"]])("refuses %s", async (query, param) => {
    expect(await ada.call("GET", `/api/tasks/export.csv${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ param }] },
    });
  });
});
