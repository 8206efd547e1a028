import path from "node:path";
import { expect, expectToast, test } from "./support/test.ts";

const BOARD = path.resolve(import.meta.dirname, "../server/testing/imports/trello.json");

test("an admin checks, imports and undoes a Trello board, and open boards show each step @chromium", async ({
  page,
  context,
  server,
  openAs,
}) => {
  const admin = await server.signUp({ role: "admin" });
  await openAs(admin, "/users");
  const board = await context.newPage();
  await board.goto("/kanban");
  await expect(board.getByRole("heading", { level: 1 })).toBeVisible();

  await page.bringToFront();
  await page.getByRole("link", { name: "Import" }).press("Enter");
  await page.getByLabel("Choose a file, or drop one here").setInputFiles(BOARD);
  await page.getByRole("combobox", { name: "Archived cards" }).selectOption("Don't import");
  await page.getByRole("combobox", { name: "Bob Stone" }).selectOption("Me");
  await page.getByRole("button", { name: "Check" }).press("Enter");
  const report = page.getByRole("region", { name: "Report" });
  await expect(report).toContainText("Tasks of this list are not to be imported");
  await page.getByRole("button", { name: "Import 2 Tasks" }).press("Enter");
  await expect(page.getByRole("heading", { name: "2 tasks imported" })).toBeFocused();
  const sent = page.waitForResponse(/\/report$/);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Report" }).press("Enter");
  expect((await sent).headers()["content-type"]).toBe("text/csv; charset=utf-8");
  expect((await download).suggestedFilename()).toBe("import-report.csv");
  await board.bringToFront();
  const imported = board.getByRole("link", { name: "Paint the ferry" });
  await expect(imported).toBeVisible();

  await page.bringToFront();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo Import" }).click();
  await expectToast(page, "Import undone");
  await expect(page.getByRole("heading", { name: "The import was undone" })).toBeVisible();
  await board.bringToFront();
  await expect(imported).toHaveCount(0);
});
