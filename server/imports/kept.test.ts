import { describe, expect, test } from "@jest/globals";
import type { ImportDetail } from "#contract/shapes/imports.ts";
import { fixture, testImports } from "#server/testing/imports/testImports.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Grace", email: "grace@example.com" });
const imports = testImports(server, admin);

const rolesOf = ({ columns }: ImportDetail) =>
  Object.fromEntries(columns.map(({ name, role }) => [name, role]));

test("what a format can't give is noted with counts, before the import and first in the report", async () => {
  const notes = async (file: Buffer) => (await imports.upload(file)).notes;
  expect(await notes(fixture("trello.json"))).toEqual([
    "Not imported: 3 comments (Trello exports the last 1,000 actions only), 1 attached file (the descriptions have their links), 2 votes.",
  ]);
  expect(await notes(fixture("planka.json"))).toEqual([
    "Not imported: 3 comments (Planka's response has none), 1 attached file (the descriptions have their names and links).",
    "Planka's response has no cards of its archive and trash.",
  ]);
  expect(await notes(fixture("vikunja.json"))).toEqual([
    "Comments without an author's name, which Vikunja doesn't export: 1.",
    "Not imported: 1 attached file (the descriptions have their names), 2 reminders.",
    "Saved filters of Vikunja are not imported.",
  ]);
  const { id, notes: kanboard } = await imports.runFile(fixture("kanboard.csv"));
  expect(kanboard).toEqual([
    "Kanboard's table has no descriptions, comments, subtasks and attached files. Tasks without them: 2. The response to getBoard of Kanboard's API has the descriptions: import that instead.",
  ]);
  const { body } = await admin.call("GET", `/api/imports/${id}/report`);
  const [, first] = String(body).split("\r\n");
  expect(first).toBe(`,Note,,,"${kanboard[0]}",,`);
});

test("Kanboard's response to getBoard has the descriptions", async () => {
  const bob = await server.as("member", { email: "bob@example.com" });
  const task = {
    is_active: "1",
    project_name: "Harbour",
    date_creation: "1768480200",
    date_due: 0,
    nb_comments: "2",
    nb_subtasks: 1,
    tags: [],
  };
  const swimlane = "Default swimlane";
  const splice = {
    ...task,
    id: "1",
    title: "Splice the line",
    description: "With **tar**.",
    date_due: "1777105800",
    assignee_username: "bob",
    assignee_name: "Bob Stone",
    assignee_email: "Bob@example.com",
    swimlane_name: swimlane,
    tags: [{ id: "1", name: "ropes", color_id: "dark_grey" }],
    category_name: "Rigging",
  };
  const count = { ...task, id: "2", title: "Count fenders", description: "", is_active: "0" };
  const columns = [
    { title: "Work in progress", tasks: [splice] },
    { title: "Tested", tasks: [count] },
  ];
  const board = { jsonrpc: "2.0", id: 1, result: [{ name: swimlane, columns }] };
  const done = await imports.runFile(JSON.stringify(board));
  expect(done).toMatchObject({
    source: "kanboard",
    notes: ["Not imported: 4 comments, 2 subtasks."],
  });
  expect(await imports.tasks()).toMatchObject([
    {
      title: "Count fenders",
      status: "Done",
      description: expect.stringContaining(
        "**Imported from Harbour (Kanboard)**\n\n- Column: Tested",
      ),
    },
    {
      title: "Splice the line",
      status: "In Progress",
      due_date: "2026-04-25",
      created_at: "2026-01-15T12:30:00.000Z",
      assignee_id: bob.user.id,
      description: expect.stringContaining("With **tar**."),
    },
  ]);
  expect(await imports.labels("Splice the line")).toEqual(["Rigging", "ropes"]);
});

describe("Jira's table", () => {
  const TABLE = [
    "Summary,Issue key,Status,Project key,Project name,Priority,Resolution,Assignee,Reporter,Created,Updated,Due date,Labels,Labels,Component/s,Description,Comment",
    'Paint the hull,HB-1,In Review,HB,Harbour,Highest,,Bob Stone,Ada Lovelace,25/Oct/25 12:53 PM,26/Oct/25 9:00 AM,30/Nov/25 12:00 AM,paint,hull,Deck,Two coats,"26/Oct/25 9:00 AM;ada;Not in the rain"',
    "Sell the buoy,HB-2,Won't do,HB,Harbour,Low,Declined,,Ada Lovelace,sometime,26/Oct/25 9:00 AM,when sold,,,,,",
  ].join("\n");

  test("keeps its dates, its statuses, all labels and its project", async () => {
    const draft = await imports.upload(TABLE);
    expect(rolesOf(draft)).toMatchObject({
      Summary: "title",
      Status: "list",
      "Project name": "board",
      Priority: "priority",
      Assignee: "assignee",
      Reporter: "keep",
      Created: "created",
      Updated: "keep",
      "Due date": "due",
      Labels: "labels",
      Description: "description",
    });
    const { rows } = await imports.run(draft.id);
    expect(await imports.task("Paint the hull")).toMatchObject({
      status: "In Progress",
      priority: "High",
      due_date: "2025-11-30",
      created_at: "2025-10-25T12:53:00.000Z",
      description: [
        "Two coats",
        "",
        "**Imported from Harbour (CSV)**",
        "",
        "- Status: In Review",
        "- People: Bob Stone",
        "- Issue key: HB-1",
        "- Project key: HB",
        "- Reporter: Ada Lovelace",
        "- Updated: 26/Oct/25 9:00 AM",
        "- Comment: 26/Oct/25 9:00 AM;ada;Not in the rain",
      ].join("\n"),
    });
    expect(await imports.labels("Paint the hull")).toEqual(["Deck", "hull", "paint"]);
    expect(rows[1]).toMatchObject({
      title: "Sell the buoy",
      remarks: [
        "The due date was not understood; the description has it",
        "The creation date was not understood; the description has it",
      ],
    });
    const sold = await imports.task("Sell the buoy");
    expect(sold).toMatchObject({ status: "Done", due_date: null });
    for (const line of ["- Status: Won't do", "- Due date: when sold", "- Created: sometime"]) {
      expect(sold?.description).toContain(line);
    }
  });
});
