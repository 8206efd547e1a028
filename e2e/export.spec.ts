import { readFile } from "node:fs/promises";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

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
  await page.getByRole("button", { name: "Export All" }).click();
  const all = await readFile(await (await json).path(), "utf8");
  expect(JSON.parse(all)).toMatchObject({ format: "taskdeck", checksums: { tasks: { rows: 3 } } });
});

test("the profile creates, replaces and turns off the calendar's address @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  await server.addTask(session, { title: "Dentist", priority: "High", due_date: "2099-01-02" });
  await openAs(session, "/profile");
  const card = page.getByRole("region", { name: "Calendar Feed" });
  await card.getByRole("button", { name: "Create Address" }).click();
  const address = page.getByLabel("Secret address");
  await expect(address).toBeFocused();
  await expectAccessible(page);
  const first = await address.inputValue();
  const feed = await (await fetch(first)).text();
  expect(feed).toContain("SUMMARY:Dentist\r\n");
  expect(feed).toContain("DTEND;VALUE=DATE:20990103\r\n");

  await page.getByRole("button", { name: "Done" }).click();
  await card.getByRole("button", { name: "New Address" }).click();
  await page.getByRole("button", { name: "Create New Address" }).click();
  await expect(address).not.toHaveValue(first);
  expect((await fetch(first)).status).toBe(404);
  await page.reload();
  await expect(card.getByRole("button", { name: "New Address" })).toBeVisible();
  await expect(address).toHaveCount(0);
  await card.getByRole("button", { name: "Turn Off" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Turn Off" }).click();
  await expect(card.getByRole("button", { name: "Create Address" })).toBeVisible();

  const own = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download My Data" }).click();
  const data = await readFile(await (await own).path(), "utf8");
  expect(JSON.parse(data)).toMatchObject({ tasks: [{ title: "Dentist" }] });
});
