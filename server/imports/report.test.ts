import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { ImportsResponse } from "#contract/imports.ts";
import { type TestImports, testImports } from "#server/testing/imports/testImports.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";

let server: TestServer;
let admin: TestUser;
let imports: TestImports;

beforeEach(async () => {
  server = await startServer();
  admin = await server.as("admin", { name: "Grace", email: "grace@example.com" });
  imports = testImports(server, admin);
});
afterEach(() => server.close());

test("the report is a table of all rows, whose cells spreadsheets don't run", async () => {
  const { id } = await imports.runFile('Title,Status\n"=1+1 ""quoted""",Done\n@x,Todo\n');
  const { body, headers } = await admin.call("GET", `/api/imports/${id}/report`);
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  const [formula, short] = await imports.tasks();
  expect(String(body).split("\r\n")).toEqual([
    "Row,Result,Title,List,Remarks,Task",
    `1,Imported,"'=1+1 ""quoted""",Done,,${formula?.id}`,
    `2,Imported with remarks,'@x,Todo,"The title is shorter than 3 characters, so ""(task)"" was added",${short?.id}`,
    "",
  ]);
});

test("the list shows the last imports; drafts are deleted after a day and reports after 30", async () => {
  const { pruneImports } = await import("./prune.ts");
  await imports.upload("Title\nMend nets\n");
  server.clock.advance(1_000);
  await imports.runFile("Title\nSort hooks\n");
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
  expect(await imports.tasks()).toHaveLength(1);
});
