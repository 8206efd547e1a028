import { describe, expect, test } from "@jest/globals";
import { zipSync } from "fflate";
import type { LabelResponse } from "#contract/shapes/label.ts";
import { createTask } from "#server/testing/create.ts";
import { fixture, testImports } from "#server/testing/imports/testImports.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Grace", email: "grace@example.com" });
const imports = testImports(server, admin);

describe("a file is recognised by its content, and its lists and people get proposals", () => {
  test("Trello", async () => {
    const bob = await server.as("member", { name: "Bob Stone", email: "bob@example.com" });
    const draft = await imports.upload(fixture("trello.json"));
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
    const done = await imports.run(draft.id, { people });
    expect(done).toMatchObject({ state: "done", total: 4, done: 4 });
    expect(done.counts).toMatchObject({ imported: 3, refused: 1 });
    expect(await imports.task("Paint the ferry")).toMatchObject({
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
        "**Imported from Harbour works (Trello)**",
        "",
        "- List: Under way",
        "- People: Ada Lovelace",
        "- Start date: 2024-06-01",
        "- Berth: North quay",
        "- Attachment: Colours: https://trello.com/c/colours.pdf",
        "- Trello: https://trello.com/c/Paint123",
      ].join("\n"),
    });
    expect(await imports.labels("Paint the ferry")).toEqual(["Paint (green)"]);
    expect(await imports.comments()).toMatchObject([
      {
        user_id: null,
        user_name: "Ada Lovelace",
        comment: "Not in the rain, @bob!",
        created_at: "2024-06-02T08:00:00.000Z",
      },
    ]);
    expect((await imports.task("Sell the old buoy"))?.description).toContain(
      "- List: Old ideas (archived)",
    );
    expect(await server.db.selectFrom("notifications").selectAll().execute()).toEqual([]);
  });

  test.each([
    [
      "gh issue list --json",
      {
        state: "OPEN",
        createdAt: "2026-01-02T03:04:05Z",
        url: "https://github.com/harbour/crane/issues/7",
        author: { login: "ada" },
        comments: [
          { author: { login: "bob" }, body: "Mind the *wind*.", createdAt: "2026-01-04T05:06:07Z" },
        ],
      },
      [],
    ],
    [
      "the REST API",
      {
        state: "open",
        created_at: "2026-01-02T03:04:05Z",
        url: "https://api.github.com/repos/harbour/crane/issues/7",
        html_url: "https://github.com/harbour/crane/issues/7",
        user: { login: "ada" },
        comments: 2,
      },
      ["Not imported: 2 comments (`gh issue list` writes them)."],
    ],
  ])("issues of GitHub, by %s", async (_what, fields, notes) => {
    const bob = await server.as("member", { name: "Bob Stone", email: "bob@example.com" });
    const issue = {
      number: 7,
      title: "Repair the crane",
      body: "Check the **cable**",
      labels: [{ name: "Heavy", color: "e99695" }],
      assignees: [{ login: "bob" }],
      milestone: { title: "Spring" },
    };
    const closed = {
      number: 6,
      title: "Order cable",
      state: "closed",
      labels: [],
      closed_at: "2026-01-05T00:00:00Z",
    };
    const pull = { ...closed, number: 5, title: "Grease it", state: "open", pull_request: {} };
    const draft = await imports.upload(JSON.stringify([{ ...issue, ...fields }, closed, pull]));
    expect(draft).toMatchObject({ source: "github", notes });
    expect(draft.lists.map(({ name, target }) => [name, target])).toEqual([
      ["Open issues", "Todo"],
      ["Pull requests", "Todo"],
      ["Closed issues", "Done"],
    ]);
    await imports.run(draft.id, { people: new URLSearchParams([["bob", bob.user.id]]).toString() });
    expect(await imports.task("Repair the crane")).toMatchObject({
      assignee_id: bob.user.id,
      created_at: "2026-01-02T03:04:05.000Z",
      description: [
        "Check the **cable**",
        "",
        "**Imported from harbour/crane (GitHub)**",
        "",
        "- Issue: https://github.com/harbour/crane/issues/7",
        "- Author: ada",
        "- Milestone: Spring",
      ].join("\n"),
    });
    expect(await imports.labels("Repair the crane")).toEqual(["Heavy (red)"]);
    expect((await imports.comments()).map(({ comment }) => comment)).toEqual(
      notes.length > 0 ? [] : ["Mind the *wind*."],
    );
    expect(await imports.task("Order cable")).toMatchObject({
      status: "Done",
      status_changed_at: "2026-01-05T00:00:00.000Z",
    });
  });

  test.each([
    ["the file", (data: Buffer) => data],
    ["the zip", (data: Buffer) => zipSync({ VERSION: Buffer.from("1"), "data.json": data })],
  ])("Vikunja, %s", async (_what, packed) => {
    const bob = await server.as("member", { name: "Bob Stone", email: "bob@example.com" });
    const draft = await imports.upload(packed(fixture("vikunja.json")));
    expect(draft.source).toBe("vikunja");
    expect(draft.lists.map(({ name, target }) => [name, target])).toEqual([
      ["Doing", "In Progress"],
      ["Done tasks", "Done"],
    ]);
    expect(draft.people).toMatchObject([{ name: "bob", user_id: bob.user.id }]);
    await imports.run(draft.id);
    expect(await imports.task("Repair the crane")).toMatchObject({
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
        "**Imported from Harbour (Vikunja)**",
        "",
        "- Bucket: Doing",
        "- Priority: 4",
        "- Progress: 50%",
        "- Repeats: every 24 hours",
        "- Attachment: crane.jpg",
        "- blocked: Order cable",
      ].join("\n"),
    });
    expect(await imports.labels("Repair the crane")).toEqual(["Heavy (pink)"]);
    expect(await imports.comments()).toMatchObject([
      {
        user_name: "Unknown",
        comment: "Mind the *wind*.",
        created_at: "2026-01-04T05:06:07.000Z",
      },
    ]);
    expect(await imports.task("Order cable")).toMatchObject({
      status: "Done",
      status_changed_at: "2026-01-05T00:00:00.000Z",
    });
  });

  test("Planka's data of a board", async () => {
    const bob = await server.as("member", { name: "Bob Stone", email: "bob@example.com" });
    await imports.runFile(fixture("planka.json"));
    expect(await imports.tasks()).toMatchObject([
      { title: "Count the gulls", status: "Done" },
      {
        title: "Light the beacon",
        status: "Todo",
        assignee_id: bob.user.id,
        due_date: "2026-04-01",
        description: [
          "Before dusk.",
          "",
          "**Lamp**",
          "",
          "- [x] Clean the glass – Bob Stone",
          "",
          "**Imported from Harbour (Planka)**",
          "",
          "- List: Next",
          "- Project: Coast",
          "- Stopwatch: 90 minutes",
          "- Watts: 400",
          "- Custom field: Fresnel",
          "- Attachment: Chart: https://example.com/chart",
        ].join("\n"),
      },
    ]);
    expect(await imports.labels("Light the beacon")).toEqual(["Night shift (red)"]);
  });

  test("ClickUp's CSV, with milliseconds and lists in brackets", async () => {
    const bob = await server.as("member", { name: "Bob Stone", email: "bob@example.com" });
    const rows = [
      "Task ID,Task Name,Task Content,Status,Date Created,Due Date,Start Date,Assignees,Tags,Priority",
      '86a1,Mend nets,null,Open,1772319600000,1772406000000,null,"[bob@example.com, Ada]","[sea, deck]",null',
      "86a2,null,null,Open,null,null,null,[],[],null",
    ];
    const { people } = await imports.upload(rows.join("\n"));
    expect(people.map(({ key }) => key)).toEqual(["bob@example.com", "Ada"]);
    await imports.runFile(rows.join("\n"));
    expect(await imports.tasks()).toMatchObject([
      {
        title: "Mend nets",
        status: "Todo",
        due_date: "2026-03-01",
        created_at: "2026-02-28T23:00:00.000Z",
        assignee_id: bob.user.id,
        description: "**Imported from CSV**\n\n- Status: Open\n- People: Ada\n- Task ID: 86a1",
      },
      {
        title: "null",
        due_date: null,
        assignee_id: null,
        description: "**Imported from CSV**\n\n- Status: Open\n- Task ID: 86a2",
      },
    ]);
    expect(await imports.labels("Mend nets")).toEqual(["deck", "sea"]);
  });

  test("Taskdeck's own CSV", async () => {
    const bob = await server.as("member", { name: "Bob Stone", email: "bob@example.com" });
    const names = ["Bug", "Client: Acme, Inc"];
    const labels: string[] = [];
    for (const name of names) {
      const { body } = await admin.call("POST", "/api/labels", { name });
      labels.push((body as LabelResponse).label.id);
    }
    const fields = {
      title: "=1+1 is two",
      labels,
      description: "- Count\n- 'Again'",
      status: "Done",
      priority: "High",
      due_date: "2026-04-01",
      assignee_id: bob.user.id,
    };
    await createTask(admin, fields);
    await createTask(admin, { title: "'-v' prints the version", assignee_id: "" });
    const [first, second] = await imports.tasks();
    const { body } = await admin.call("GET", "/api/tasks/export.csv");
    for (const table of ["tasks", "task_labels", "labels"] as const)
      await server.db.deleteFrom(table).execute();
    await imports.runFile(String(body));
    const same = (task: typeof first) => ({
      title: task?.title,
      status: task?.status,
      priority: task?.priority,
      due_date: task?.due_date,
      assignee_id: task?.assignee_id,
      created_at: task?.created_at,
    });
    expect(await imports.tasks()).toMatchObject([same(first), same(second)]);
    expect(await imports.labels(fields.title)).toEqual(names);
    expect((await imports.task(fields.title))?.description).toMatch(/^- Count\n- 'Again'\n/);
  });

  test("Kanboard's table of tasks", async () => {
    const draft = await imports.upload(fixture("kanboard.csv"));
    expect(draft).toMatchObject({ source: "kanboard", dates: "mdy" });
    expect(draft.lists.map(({ name, target }) => [name, target])).toEqual([
      ["Work in progress", "In Progress"],
      ["Closed tasks", "Done"],
    ]);
    await imports.run(draft.id);
    expect(await imports.tasks()).toMatchObject([
      { title: "Count fenders", status: "Done", created_at: "2026-01-10T12:00:00.000Z" },
      { title: "Splice the line", status: "In Progress", due_date: "2026-04-25" },
    ]);
    expect(await imports.labels("Splice the line")).toEqual(["Ropes"]);
    // Its column has the name of the status.
    expect((await imports.task("Count fenders"))?.description).not.toContain("- Column");
  });
});
