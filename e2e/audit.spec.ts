import { expect, expectToast, test } from "./support/test.ts";

test("an admin restores a deleted task by keyboard, and open boards show it @chromium", async ({
  page,
  context,
  server,
  openAs,
}) => {
  const admin = await server.signUp({ role: "admin" });
  const task = await server.addTask(admin, { title: "Water the plants" });
  await openAs(admin, "/audit");
  const board = await context.newPage();
  await board.goto("/kanban");
  await expect(board.getByText("Water the plants")).toBeVisible();
  await server.call("DELETE", `/api/tasks/${task.id}`, undefined, admin.accessToken);
  await expect(board.getByText("Water the plants")).toHaveCount(0);

  await page.bringToFront();
  await page.getByRole("button", { name: "Restore Water the plants" }).press("Enter");
  await expectToast(page, "Task restored");
  const entries = page.getByRole("region", { name: "Entries" }).getByRole("listitem");
  await expect(entries.first()).toContainText("Ada Lovelace restored the task Water the plants");
  await expect(page.getByRole("region", { name: "Entries" })).toBeFocused();
  await board.bringToFront();
  await expect(board.getByText("Water the plants")).toBeVisible();
});

test("long names in the audit log fit into a 320 px window @chromium", async ({
  page,
  server,
  openAs,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const admin = await server.signUp({ role: "admin" });
  await server.signUp({ email: `${"wolfeschlegel".repeat(4)}@example.com` });
  await openAs(admin, "/audit");
  await expect(page.getByText(/^2 entries$/)).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
});
