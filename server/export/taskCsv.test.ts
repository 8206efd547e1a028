import { describe, expect, test } from "@jest/globals";
import { createTask, createTeam } from "#server/testing/create.ts";
import { type TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { addTasks } from "#server/testing/taskRuns.ts";

const server = sharedServer();
const ada = sharedUser(server, "admin", { name: "Ada", email: "ada@example.com" });
const bob = sharedUser(server, "member", { name: 'Bob, the "second"', email: "bob@example.com" });

async function create(by: TestUser, fields: object): Promise<string> {
  server.clock.advance(1_000);
  return (await createTask(by, fields)).id;
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
    const { id: team_id } = await createTeam(ada, "Crew");
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
      "ID,Title,Description,Status,Priority,Assignee,Assignee e-mail,Team,Due date,Created by,Created,Updated,Comments,Labels",
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
        "",
      ]),
    ]);
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
    await addTasks(server, count, { search_text: "water plant\n" });
    for (const query of ["?search=water&sort=created", "?status=Todo&sort=created"]) {
      const titles = titlesOf(await exported(query));
      expect(titles).toHaveLength(count);
      expect(new Set(titles).size).toBe(count);
    }
  });
});
