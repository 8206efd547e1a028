import { describe, expect, test } from "@jest/globals";
import { importOf, testImports } from "#server/testing/imports/testImports.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { until } from "#server/testing/until.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Grace", email: "grace@example.com" });
const imports = testImports(server, admin);

describe("undo", () => {
  test("removes what nobody has changed, and reports what it keeps", async () => {
    const { id } = await imports.runFile("Title\nMend nets\nSort hooks\nOil winch\nPack box\n");
    const byTitle = async (title: string) => (await imports.task(title))?.id ?? "";
    const hooks = await byTitle("Sort hooks");
    await admin.call("PATCH", `/api/tasks/${hooks}`, { priority: "High" });
    await admin.call("POST", `/api/tasks/${await byTitle("Oil winch")}/comments`, {
      comment: "Done?",
    });
    await admin.call("DELETE", `/api/tasks/${await byTitle("Pack box")}`);
    const undone = importOf(await admin.call("POST", `/api/imports/${id}/undo`));
    expect(undone).toMatchObject({ state: "undone", counts: { removed: 2, kept: 2 } });
    expect((await imports.tasks()).map(({ title }) => title)).toEqual(["Oil winch", "Sort hooks"]);
    // Removed tasks can be imported again, and kept tasks are not created twice.
    const again = await imports.runFile("Title\nMend nets\nSort hooks\nOil winch\nPack box\n");
    expect(again.counts).toMatchObject({ imported: 2, present: 2 });
  });

  test("is possible for a day, once", async () => {
    const first = await imports.runFile("Title\nMend nets\n");
    expect(first.undo_until).toBe("2026-03-16T12:00:00.000Z");
    server.clock.advance(24 * 60 * 60 * 1000);
    const undo = () => admin.call("POST", `/api/imports/${first.id}/undo`);
    expect(await undo()).toMatchObject({ status: 409 });
    server.clock.advance(-1);
    expect(await undo()).toMatchObject({ status: 200 });
    expect(await undo()).toMatchObject({ status: 409 });
    expect(await imports.tasks()).toEqual([]);
  });
});

test("open clients get one event for an import and one for its undo, and refetch the board", async () => {
  const heard: unknown[] = [];
  const since = server.deps.events.lastEventId();
  server.deps.events.subscribe((event) => {
    if ("change" in event) heard.push(event.change);
  });
  const { id } = await imports.runFile("Title\nMend nets\nSort hooks\n");
  await admin.call("POST", `/api/imports/${id}/undo`);
  await until(() => heard.length === 2);
  expect(heard).toEqual([
    { type: "import", id, change: "imported", by: null },
    { type: "import", id, change: "undone", by: null },
  ]);
  const changes = await admin.call("GET", `/api/kanban/changes?since=${since}`);
  expect(changes.body).toEqual({ reset: true });
});
