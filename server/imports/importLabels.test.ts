import { expect, test } from "@jest/globals";
import { LABELS_MAX, labelKey, TASK_LABELS_MAX } from "#contract/label.ts";
import { auditOf } from "#server/testing/audit.ts";
import { createTask } from "#server/testing/create.ts";
import { importOf, testImports } from "#server/testing/imports/testImports.ts";
import { insertRows } from "#server/testing/rows.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { labelColor } from "./formats/labelColor.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Grace", email: "grace@example.com" });
const imports = testImports(server, admin);

/** A table of tasks with labels. */
const table = (...rows: [title: string, labels: string][]) =>
  ["Title,Labels", ...rows.map(([title, labels]) => `${title},"${labels}"`)].join("\n");
const allLabels = async () =>
  (
    await server.db
      .selectFrom("labels")
      .select("name")
      .where("deleted_at", "is", null)
      .orderBy("name")
      .execute()
  ).map(({ name }) => name);
const descriptionOf = async (title: string) => (await imports.task(title))?.description;

/** Labels of the server. */
const insertLabels = async (names: readonly string[]) =>
  await insertRows(
    server.db,
    "labels",
    names.map((name, index) => ({
      id: `l${index}`,
      name,
      name_key: labelKey(name),
      search_text: labelKey(name),
      color: "blue" as const,
      created_at: server.clock.time.toISOString(),
      created_by: null,
      deleted_at: null,
      merged_into: null,
      root_id: `l${index}`,
    })),
  );

test("a check says which labels the import would create; the import creates them, and a repeat nothing", async () => {
  await insertLabels(["Bug"]);
  const file = table(["Mend nets", "bug, Sea"], ["Sort hooks", "SEA, Client: Acme"], ["Oil", "x"]);
  const { id } = await imports.upload(file);
  const lists = new URLSearchParams([["", "Todo"]]).toString();
  expect(await imports.run(id, { lists }, true)).toMatchObject({
    state: "checked",
    labels: ["Sea", "Client: Acme", "x"],
  });
  expect(await allLabels()).toEqual(["Bug"]);
  expect((await imports.run(id)).labels).toEqual(["Sea", "Client: Acme", "x"]);
  expect(await imports.labels("Mend nets")).toEqual(["Bug (blue)", "Sea"]);
  expect(await imports.labels("Sort hooks")).toEqual(["Client: Acme", "Sea"]);
  const { body } = await admin.call("GET", `/api/imports/${id}/report`);
  expect(body).toContain("Labels that the import creates: Sea; Client: Acme; x");
  const entries = await auditOf(admin);
  expect(
    entries.flatMap(({ action, subject }) => (action === "label.created" ? subject.name : [])),
  ).toEqual(["x", "Client: Acme", "Sea"]);
  expect(await imports.runFile(file)).toMatchObject({ labels: [], counts: { present: 3 } });
  expect(await allLabels()).toEqual(["Bug", "Client: Acme", "Sea", "x"]);
});

test("what no label can be stays in the description, and the report says why", async () => {
  const many = Array.from({ length: TASK_LABELS_MAX + 1 }, (_none, index) => `L${index}`);
  const long = "A name that is longer than forty characters are";
  const { rows } = await imports.runFile(
    table(
      ["Mend nets", `${long}, ${long}, ok`],
      ["Sort hooks", "Client: Acme, client: Beta, sea:, :"],
      ["Oil winch", many.join(", ")],
    ),
  );
  expect(rows.map(({ remarks }) => remarks)).toEqual([
    ["Names of labels over 40 characters were shortened; the description has all of them"],
    [
      "A task has at most one label of a group; the description has the others",
      "A name can't be that of a label; the description has it",
    ],
    ["A task has at most 20 labels; the description has the others"],
  ]);
  expect(await imports.labels("Mend nets")).toEqual([
    "A name that is longer than forty charac…",
    "ok",
  ]);
  expect(await descriptionOf("Mend nets")).toContain(`- Labels: ${long}`);
  expect(await imports.labels("Sort hooks")).toEqual(["Client: Acme", "sea"]);
  expect(await descriptionOf("Sort hooks")).toContain("- Labels: client: Beta, :");
  expect(await imports.labels("Oil winch")).toHaveLength(TASK_LABELS_MAX);
  expect(await descriptionOf("Oil winch")).toContain("- Labels: L20");
});

test("a server has at most 1,000; a check and the import say which tasks keep names in their descriptions", async () => {
  await insertLabels(Array.from({ length: LABELS_MAX - 1 }, (_none, index) => `L${index}`));
  const { id } = await imports.upload(
    table(["Mend nets", "Sea, Deck"], ["Sort hooks", "Deck, L7"], ["Oil winch", "Sea"]),
  );
  for (const isDry of [true, false]) {
    const { rows, labels } = await imports.run(id, {}, isDry);
    expect(labels).toEqual(["Sea"]);
    const remarks = ["There are at most 1000 labels; the description has the others"];
    expect(rows.map(({ title, remarks }) => [title, remarks])).toEqual([
      ["Mend nets", remarks],
      ["Sort hooks", remarks],
    ]);
  }
  expect(await imports.labels("Sort hooks")).toEqual(["L7 (blue)"]);
  expect(await descriptionOf("Sort hooks")).toContain("- Labels: Deck");
  expect(await imports.labels("Oil winch")).toEqual(["Sea"]);
});

test("an undo deletes the labels that the import has created, unless they are used or renamed", async () => {
  await insertLabels(["Own"]);
  const { id } = await imports.runFile(
    table(["Mend nets", "Sea, Own"], ["Sort hooks", "Used, Kept"], ["Oil winch", "Renamed"]),
  );
  const idOf = async (name: string) =>
    (await server.db.selectFrom("labels").select("id").where("name", "=", name).execute())[0]?.id;
  await createTask(admin, { labels: [await idOf("Used")] });
  await admin.call("PATCH", `/api/labels/${await idOf("Renamed")}`, { name: "New name" });
  const kept = await imports.task("Sort hooks");
  await admin.call("PATCH", `/api/tasks/${kept?.id}`, { labels: { remove: [await idOf("Used")] } });
  expect(importOf(await admin.call("POST", `/api/imports/${id}/undo`))).toMatchObject({
    labels: [],
    counts: { removed: 2, kept: 1 },
  });
  expect(await allLabels()).toEqual(["Kept", "New name", "Own", "Used"]);
  const entries = await auditOf(admin);
  expect(
    entries.flatMap(({ action, subject }) => (action === "label.deleted" ? subject : [])),
  ).toMatchObject([{ name: "Sea" }]);
  const rest = server.db.selectFrom("task_labels").select("label_id");
  expect((await rest.execute()).map(({ label_id }) => label_id)).toHaveLength(2);
});

test("Todoist's titles end with labels, and columns of repeated words are labels", async () => {
  await imports.runFile(
    "TYPE,CONTENT,PRIORITY,INDENT\ntask,Mend nets at sea @sea @deck,1,1\ntask,Ask @bob,1,1\ntask,@home,4,1",
  );
  expect((await imports.tasks()).map(({ title }) => title)).toEqual([
    "@home",
    "Ask",
    "Mend nets at sea",
  ]);
  expect(await imports.labels("Mend nets at sea")).toEqual(["deck", "sea"]);
  const rows = ["sea; deck", "deck", "", "sea", "deck; hull", "hull"];
  const { columns } = await imports.upload(
    ["Title,Status,Zone", ...rows.map((zone, index) => `Task ${index},Open,${zone}`)].join("\n"),
  );
  expect(columns.map(({ role }) => role)).toEqual(["title", "list", "labels"]);
});

test.each([
  ["green_dark", "green"],
  ["sky", "teal"],
  ["black", undefined],
  ["#1973ff", "blue"],
  ["e8445a", "red"],
  ["ffbe0b", "yellow"],
  ["7f7f80", "gray"],
  ["lagoon-blue", "blue"],
  ["", undefined],
])("the colour %s becomes %s", (foreign, own) => {
  expect(labelColor(foreign)).toBe(own);
});
