import { describe, expect, test } from "@jest/globals";
import { testImports } from "#server/testing/imports/testImports.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Grace", email: "grace@example.com" });
const imports = testImports(server, admin);

describe("the mapping", () => {
  const TABLE = "Task,Stage,Kind,Estimate\nMend nets,Later,Urgent,3 h\nSort hooks,Now,Low,\n";

  test("of lists, columns and dates can be changed", async () => {
    const draft = await imports.upload(TABLE);
    const columns = "1=keep&2=list&3=ignore";
    const checked = await imports.run(
      draft.id,
      { columns, lists: "Urgent=In+Progress&Low=skip" },
      true,
    );
    expect(checked).toMatchObject({ state: "checked", done: 2 });
    expect(checked.lists).toMatchObject([
      { key: "Urgent", count: 1, target: "In Progress" },
      { key: "Low", target: "skip" },
    ]);
    expect(await imports.tasks()).toEqual([]);
    const done = await imports.run(draft.id, { columns, lists: "Urgent=In+Progress&Low=skip" });
    expect(done.rows).toMatchObject([
      {
        title: "Sort hooks",
        outcome: "skipped",
        remarks: ["Tasks of this list are not to be imported"],
      },
    ]);
    expect(await imports.tasks()).toMatchObject([
      {
        title: "Mend nets",
        status: "In Progress",
        description: "**Imported from CSV**\n\n- Kind: Urgent\n- Stage: Later",
      },
    ]);
  });

  test("is the one of the report if an import is begun without any", async () => {
    const draft = await imports.upload(TABLE);
    await imports.run(draft.id, { lists: "Later=Done&Now=skip" }, true);
    expect((await imports.run(draft.id)).counts).toMatchObject({ imported: 1, skipped: 1 });
    expect(await imports.tasks()).toMatchObject([{ title: "Mend nets", status: "Done" }]);
  });

  test("a row whose title shows nothing is refused", async () => {
    const draft = await imports.upload("Title,Status\n\u200b\u00ad\u2060,Todo\nMend nets,Todo\n");
    const done = await imports.run(draft.id);
    expect(done.rows).toMatchObject([{ outcome: "refused", remarks: ["The title is missing"] }]);
    expect(await imports.tasks()).toMatchObject([{ title: "Mend nets" }]);
  });

  test("proposes Todo for rows without a list, and for unknown statuses, which it marks", async () => {
    const rows = ["Mend nets,offen", "Sort hooks,in Arbeit", "Tar the hull,wartet", "Buy rope,"];
    for (const table of [rows, rows.toReversed()]) {
      const { lists } = await imports.upload(`Title,Status\n${table.join("\n")}\n`);
      const proposals = lists.map(({ name, target, isUnknown }) => [name, [target, isUnknown]]);
      expect(Object.fromEntries(proposals)).toEqual({
        "Without a list": ["Todo", false],
        "in Arbeit": ["In Progress", false],
        offen: ["Todo", false],
        wartet: ["Todo", true],
      });
    }
  });

  test("keeps a column in the description if another one is chosen for its role", async () => {
    const table = "Title,Description,Notes\nMend nets,The long ones,Ask Ada\n";
    await imports.runFile(table, { columns: "2=description" });
    expect(await imports.task("Mend nets")).toMatchObject({
      description: "Ask Ada\n\n**Imported from CSV**\n\n- Description: The long ones",
    });
  });

  test.each([
    ["columns", { columns: "1=description&2=description" }],
    ["columns", { columns: "0=keep" }],
    ["columns", { columns: "0=name" }],
    ["lists", { lists: "Later=Never" }],
    ["people", { people: "Ada=nobody" }],
    ["dates", { dates: "ymd" }],
    ["dry", { dry: "yes" }],
  ])("with wrong %s is refused", async (param, body) => {
    const { id } = await imports.upload(TABLE);
    const answer = await admin.call("POST", `/api/imports/${id}/run`, { dry: true, ...body });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ param }] } });
  });
});
