import { expectPath } from "./support/app.ts";
import { expect, expectToast, keepSession, test } from "./support/test.ts";

test("the audit log shows an admin's actions, and only admins can open it @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const admin = await server.signUp({ role: "admin" });
  const member = await server.signUp({ email: "bob.stone@example.com" });
  await openAs(admin, "/users");
  await page.getByRole("combobox", { name: "Role of Bob Stone" }).selectOption("Admin");
  await expectToast(page, "User role updated");
  const saved = page.waitForResponse((response) => response.request().method() === "PUT");
  await page.getByRole("combobox", { name: "Role of Bob Stone" }).selectOption("Member");
  // The page fetches the log only once, so the change must be saved first.
  await saved;

  const entries = page.getByRole("region", { name: "Entries" }).getByRole("listitem");
  // By keyboard, because a toast may cover the link.
  await page.getByRole("link", { name: "Audit Log" }).press("Enter");
  await expect(entries.first()).toContainText("Ada Lovelace made Bob Stone a member");
  await expect(entries.nth(1)).toContainText("Ada Lovelace made Bob Stone an admin");
  await page.getByRole("combobox", { name: "Action" }).selectOption("Joined");
  await expect(entries).toHaveCount(2);
  await page.reload();
  await expect(entries.first()).toContainText("Bob Stone joined as a member");
  await page.goBack();
  await expect(entries).toHaveCount(4);

  await keepSession(page, member);
  await page.goto("/audit");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await expectPath(page, "/");
});

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
