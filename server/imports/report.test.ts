import { expect, test } from "@jest/globals";
import type { ImportsResponse } from "#contract/shapes/imports.ts";
import { DAY_MS } from "#contract/time.ts";
import { takeLeases } from "#server/jobs/lease.ts";
import { testImports } from "#server/testing/imports/testImports.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Grace", email: "grace@example.com" });
const imports = testImports(server, admin);

test("the report is a table of all rows, whose cells spreadsheets don't run", async () => {
  const { id } = await imports.runFile('Title,Status\n"=1+1 ""quoted""",Done\n@x,Todo\n');
  const { body, headers } = await admin.call("GET", `/api/imports/${id}/report`);
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  const [formula, short] = await imports.tasks();
  expect(String(body).split("\r\n")).toEqual([
    "Row,Result,Title,List,Remarks,Assignee,Task",
    `1,Imported,"'=1+1 ""quoted""",Done,,,${formula?.id}`,
    `2,Imported with remarks,'@x,Todo,"The title is shorter than 3 characters, so ""(task)"" was added",,${short?.id}`,
    "",
  ]);
});

test("the report has the addresses of the users to whom rows were assigned", async () => {
  const { id } = await imports.runFile(
    "Title,Assignee\nMend nets,grace@example.com\nSort hooks,\n",
  );
  const { body } = await admin.call("GET", `/api/imports/${id}/report`);
  const [, ...rows] = String(body).trim().split("\r\n");
  expect(rows.map((row) => row.split(",").at(-2))).toEqual(["grace@example.com", ""]);
});

test("the list shows the last imports; drafts are deleted after a day and reports after 30", async () => {
  await imports.upload("Title\nMend nets\n");
  server.clock.advance(1_000);
  await imports.runFile("Title\nSort hooks\n");
  const listed = async () =>
    ((await admin.call("GET", "/api/imports")).body as ImportsResponse).imports.map(
      ({ state }) => state,
    );
  expect(await listed()).toEqual(["done", "draft"]);
  await imports.prune(new Date(server.clock.time.getTime() + 2 * DAY_MS));
  expect(await listed()).toEqual(["done"]);
  await imports.prune(new Date(server.clock.time.getTime() + 31 * DAY_MS));
  expect(await listed()).toEqual([]);
  expect(await imports.tasks()).toHaveLength(1);
});

test("an import that was stopped in the middle is deleted after 30 days, with the rest of the file", async () => {
  const { id } = await imports.upload("Title\nMend nets\n");
  await server.db.updateTable("imports").set({ state: "running" }).where("id", "=", id).execute();
  const left = async (days: number) => {
    await imports.prune(new Date(server.clock.time.getTime() + days * DAY_MS));
    return (await server.db.selectFrom("import_items").select("import_id").execute()).length;
  };
  expect([await left(29), await left(31)]).toEqual([1, 0]);
});

test("an old draft is deleted in batches, between which others are served, and can't be run", async () => {
  const rows = Array.from({ length: 2_500 }, (_, index) => `Task ${index}`).join("\n");
  const { id } = await imports.upload(`Title\n${rows}\n`);
  const ended: string[] = [];
  const later = new Date(server.clock.time.getTime() + 48 * 60 * 60 * 1000);
  const pruned = imports.prune(later).then(() => ended.push("pruning"));
  const run = await admin.call("POST", `/api/imports/${id}/run`, { dry: false });
  ended.push("run");
  await pruned;
  expect(run).toMatchObject({ status: 409 });
  expect(ended).toEqual(["run", "pruning"]);
  expect(await imports.tasks()).toEqual([]);
  expect(await server.db.selectFrom("import_items").selectAll().execute()).toEqual([]);
});

test("what a killed upload has left is deleted by the next server, an upload under way isn't", async () => {
  const left = await imports.upload("Title\nMend nets\n");
  const underWay = await imports.upload("Title\nSort hooks\n");
  const unread = async (id: string, lease_until: string) => {
    await server.db.updateTable("imports").set({ total: 0 }).where("id", "=", id).execute();
    const job = server.db.updateTable("jobs").where("subject_id", "=", id);
    await job.set({ state: "running", lease_owner: "another server", lease_until }).execute();
  };
  await unread(left.id, "2000-01-01T00:00:00.000Z");
  await unread(underWay.id, new Date(Date.now() + 60_000).toISOString());
  await imports.prune(server.clock.time);
  for (const lease of await takeLeases(server.db)) await imports.finish(lease);
  const { body } = await admin.call("GET", "/api/imports");
  expect((body as ImportsResponse).imports.map(({ id }) => id)).toEqual([underWay.id]);
  const jobs = server.db.selectFrom("jobs").select("subject_id");
  expect(await jobs.execute()).toEqual([{ subject_id: underWay.id }]);
});
