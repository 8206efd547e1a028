import { readFile } from "node:fs/promises";
import { expect, expectToast, test } from "./support/test.ts";

// Playwright reports downloads only of its own build of Firefox, which the tests don't use.
test("Export CSV saves the tasks of the filter, and admins export everything as JSON @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp({ role: "admin" });
  await server.addTask(session, { title: "=SUM(A1)", priority: "High" });
  await server.addTask(session, { title: "Buy tea, please", priority: "High" });
  await server.addTask(session, { title: "Sweep", priority: "Low" });
  await openAs(session, "/tasks?priority=High&sort=title");
  await expect(page.getByText("2 total tasks")).toBeVisible();
  const csv = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await csv;
  expect(file.suggestedFilename()).toMatch(/^tasks-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
  expect(lines[0]).toMatch(/^\uFEFFID,Title,Description,Status,/);
  expect(lines.slice(1).map((line) => line.split(/^[\w-]+,/)[1]?.slice(0, 17) ?? "")).toEqual([
    "'=SUM(A1),,Todo,H",
    '"Buy tea, please"',
    "",
  ]);
  await expectToast(page, "Export saved");

  await page.getByRole("link", { name: "Users" }).click();
  const json = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export all" }).click();
  const all = await readFile(await (await json).path(), "utf8");
  expect(JSON.parse(all)).toMatchObject({ format: "taskdeck", checksums: { tasks: { rows: 3 } } });
});
