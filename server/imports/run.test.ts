import { describe, expect, test } from "@jest/globals";
import type { ImportResponse } from "#contract/shapes/imports.ts";
import { JOB_KINDS } from "#server/jobKinds.ts";
import { takeLeases } from "#server/jobs/lease.ts";
import { workOn } from "#server/jobs/step.ts";
import { fixture, importOf, testImports } from "#server/testing/imports/testImports.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { NO_MAPPING } from "./mapping.ts";
import { beginImport } from "./run.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Grace", email: "grace@example.com" });
const imports = testImports(server, admin);

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
    const done = await imports.runFile(JSON.stringify(board));
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
    const [first] = await imports.tasks();
    const all = [
      first?.description,
      ...(await imports.comments()).map(({ comment }) => comment),
    ].join("\n");
    for (const line of long.split("\n")) expect(all).toContain(line);
    expect(Array.from(first?.title ?? "")).toHaveLength(200);
    expect(await imports.task("x (task)")).toMatchObject({
      description: "**Imported from Trello**\n\n- Due date: someday",
    });
  });
});

describe("the same file twice", () => {
  test("creates nothing twice, also among equal rows of a table", async () => {
    const table = "Title\nMend nets\nMend nets\nSort hooks\n";
    expect((await imports.runFile(table)).counts).toMatchObject({ imported: 3, present: 0 });
    expect((await imports.runFile(table)).counts).toMatchObject({ imported: 0, present: 3 });
    const more = await imports.runFile(`${table}Mend nets\n`);
    expect(more.counts).toMatchObject({ imported: 1, present: 3 });
    await imports.runFile(fixture("trello.json"));
    expect((await imports.runFile(fixture("trello.json"))).counts).toMatchObject({
      present: 4 - 1,
      refused: 1,
    });
    expect(await imports.tasks()).toHaveLength(4 + 3);
  });

  test("a run without `dry` imports the rows, and a second one is refused", async () => {
    const { id } = await imports.upload("Title\nMend nets\n");
    expect(await admin.call("POST", `/api/imports/${id}/run`, {})).toMatchObject({
      status: 200,
      body: { import: { state: "done", counts: { imported: 1 } } },
    });
    for (const dry of [true, false]) {
      expect(await admin.call("POST", `/api/imports/${id}/run`, { dry })).toMatchObject({
        status: 409,
      });
    }
  });

  test("an interrupted import continues without creating tasks again", async () => {
    const rows = Array.from({ length: 450 }, (_, index) => `Task ${index}`).join("\n");
    const { id } = await imports.upload(`Title\n${rows}\n`);
    await server.db
      .updateTable("import_items")
      .set({ data: "[" })
      .where("position", "=", 300)
      .execute();
    expect(await admin.call("POST", `/api/imports/${id}/run`, { dry: false })).toMatchObject({
      status: 500,
    });
    expect(await imports.tasks()).toHaveLength(200);
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
    expect(await imports.run(id)).toMatchObject({ state: "done", counts: { imported: 450 } });
    expect(await imports.tasks()).toHaveLength(450);
  });

  test("an import that a killed server has left goes on without its request, and ends as its last job", async () => {
    const rows = Array.from({ length: 250 }, (_, index) => `Task ${index}`).join("\n");
    const { id } = await imports.upload(`Title\n${rows}\n`);
    const mapping = { ...NO_MAPPING, timeZone: "UTC" };
    const context = { by: admin.user, at: server.clock.time };
    const former = await beginImport(server.db, id, { dry: false, mapping }, context);
    if (!former) throw new Error("Begun before");
    const next = workOn(server.deps, JOB_KINDS, former);
    expect(await next()).toBe("more");
    const read = async () => importOf(await admin.call("GET", `/api/imports/${id}`));
    expect(await read()).toMatchObject({ state: "running", isBusy: true, done: 100 });
    expect(await admin.call("POST", `/api/imports/${id}/run`, { dry: false })).toMatchObject({
      status: 409,
    });
    await server.db.updateTable("jobs").set({ lease_until: "2000-01-01T00:00:00.000Z" }).execute();
    const [present] = await takeLeases(server.db);
    if (!present) throw new Error("Nobody can go on");
    // The former server goes on after a pause.
    expect(await next()).toBe("lost");
    expect(await imports.finish(present)).toBe("ended");
    expect(await next()).toBe("lost");
    expect(await read()).toMatchObject({ state: "done", isBusy: false, counts: { imported: 250 } });
    expect(await imports.tasks()).toHaveLength(250);
    const undone = importOf(await admin.call("POST", `/api/imports/${id}/undo`));
    expect(undone.counts).toMatchObject({ removed: 250 });
  });
});
