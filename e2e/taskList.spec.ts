import type { Page } from "@playwright/test";
import { card, dragTo, expectPath } from "./support/app.ts";
import { expect, runAxe, test } from "./support/test.ts";

/* Search, filters, order and table of the list. */

const total = (page: Page, text: string) => page.getByText(text, { exact: true });

test.beforeEach(async ({ page, server, openAs }) => {
  const session = await server.signUp();
  const add = (task: Parameters<typeof server.addTask>[1]) => server.addTask(session, task);
  const description = "against the new VAT rates";
  await add({ title: "Check the invoices", description, priority: "Low", status: "Done" });
  await add({ title: "Book a room", priority: "High", due_date: "2099-01-02" });
  await add({ title: "Answer the invoice", due_date: "2099-01-01" });
  await openAs(session, "/tasks");
  await expect(total(page, "3 total tasks")).toBeVisible();
});

test("search and filters are kept in the URL and survive a reload", async ({ page }) => {
  await page.keyboard.press("/");
  await page.keyboard.type("invoice");
  await expect(total(page, "2 total tasks")).toBeVisible();
  await expect(page).toHaveURL(/\/tasks\?search=invoice$/);
  const status = page.getByLabel("Status", { exact: true });
  await status.selectOption("Done");
  await expect(total(page, "1 total task")).toBeVisible();
  await page.reload();
  await expect(card(page, "Check the invoices")).toBeVisible();
  await expect(page.getByPlaceholder("Search tasks...")).toHaveValue("invoice");
  await expect(status).toHaveValue("Done");

  await card(page, "Check the invoices").click();
  await expect(page).toHaveURL(/\/tasks\/[^?]+$/);
  await page.goBack();
  await expect(total(page, "1 total task")).toBeVisible();
  await page.goBack();
  await expect(total(page, "2 total tasks")).toBeVisible();
  await expect(status).toHaveValue("");

  await page.getByPlaceholder("Search tasks...").fill("VAT");
  await expect(page.getByText("In the description")).toBeVisible();
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(total(page, "3 total tasks")).toBeVisible();
  await expectPath(page, "/tasks");
  expect(new URL(page.url()).search).toBe("");
});

test("the table is sorted and grouped by keyboard alone, and is remembered", async ({ page }) => {
  await page.getByRole("button", { name: "Table" }).focus();
  await page.keyboard.press("Enter");
  const table = page.getByRole("table", { name: "Tasks" });
  const titles = table.getByRole("rowheader").getByRole("link");
  const due = table.getByRole("columnheader", { name: "Due" });
  await due.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(due).toHaveAttribute("aria-sort", "ascending");
  await expect(titles).toHaveText(["Answer the invoice", "Book a room", "Check the invoices"]);
  await page.keyboard.press("Enter");
  await expect(due).toHaveAttribute("aria-sort", "descending");
  await expect(titles).toHaveText(["Book a room", "Answer the invoice", "Check the invoices"]);
  await page.getByRole("combobox", { name: "Group" }).selectOption("By due date");
  await expect(table.getByRole("rowheader", { name: "No date" })).toBeVisible();
  await page.reload();
  await expect(table.getByRole("rowheader", { name: "Later" })).toBeVisible();
  await expect(page).toHaveURL(/sort=-due/);
});

test("a row dragged to another group by due date gets a day of that group, and Undo takes it back @firefox", async ({
  page,
}) => {
  await page.getByRole("button", { name: "Table" }).click();
  await page.getByRole("combobox", { name: "Group" }).selectOption("By due date");
  const table = page.getByRole("table", { name: "Tasks" });
  const byName = (name: string) => ({ name: new RegExp(`^${name} \\d`) });
  const head = (name: string) => table.getByRole("rowheader", byName(name));
  const row = table.getByRole("row", { name: "Book a room" });
  const groupOf = (name: string) =>
    table.getByRole("rowgroup").filter({ has: page.getByRole("rowheader", byName(name)) });
  await expect(row).toContainText("Jan 02, 2099");
  await dragTo(page, row.getByRole("link"), head("No date"));
  await expect(groupOf("No date").getByRole("link", { name: "Book a room" })).toBeVisible();
  await expect(row).not.toContainText("2099");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("Jan 02, 2099");
  await dragTo(page, row.getByRole("link"), head("Today"));
  await expect(groupOf("Today").getByRole("link", { name: "Book a room" })).toBeVisible();
  await expectPath(page, "/tasks");
});

test("a column is hidden and the rows are dense, also on the next visit: 30 show, with targets of 24 px @chromium", async ({
  page,
  server,
}) => {
  const session = await server.signUp({ email: "grace.hopper@example.com" });
  const due_date = "2099-01-01";
  for (let index = 0; index < 40; index++)
    await server.addTask(session, { title: `Task ${index}`, due_date });
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.getByRole("button", { name: "Table", exact: true }).click();
  for (const name of ["Team", "Dense rows"]) {
    await page.getByRole("button", { name: "Table options" }).click();
    await page.getByRole("menuitemcheckbox", { name }).click();
  }
  await page.reload();
  const table = page.getByRole("table", { name: "Tasks" });
  await expect(table.getByRole("row")).toHaveCount(44);
  await expect(table.getByRole("columnheader", { name: "Priority" })).toBeVisible();
  await expect(table.getByRole("columnheader", { name: "Team" })).toBeHidden();
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 500);
  const shownRows = () =>
    table.evaluate((element) => {
      const head = element.querySelector("thead")?.getBoundingClientRect().bottom ?? 0;
      const rows = [...element.querySelectorAll("tbody tr")].map((row) =>
        row.getBoundingClientRect(),
      );
      return rows.filter(({ top, bottom }) => top >= head - 0.5 && bottom <= innerHeight + 0.5)
        .length;
    });
  await expect.poll(shownRows).toBeGreaterThanOrEqual(30);
  expect(await runAxe(page, ["target-size"])).toEqual([]);
  // A toast brings the top bar back, so that it covers no control of the table's head.
  const logout = page.getByRole("button", { name: "Logout" });
  await expect(logout).not.toBeInViewport();
  await table.getByRole("link", { name: "Task 20" }).press("p");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  const toasts = page.getByRole("region", { name: "Notifications" });
  await expect(toasts.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(logout).toBeInViewport();
});

test("more filters: several values, ranges of days and unassigned tasks @chromium", async ({
  page,
}) => {
  const open = page.getByRole("button", { name: "More filters" });
  await open.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "More filters" });
  // One value has its select beside the panel.
  await expect(panel.getByRole("button", { name: "High" })).toBeHidden();
  await panel.getByText("Several priorities, statuses or people").click();
  await panel.getByRole("button", { name: "High" }).click();
  await panel.getByRole("button", { name: "Low" }).click();
  await expect(total(page, "2 total tasks")).toBeVisible();
  await expect(page).toHaveURL(/priority=Low%2CHigh/);
  await panel.getByRole("button", { name: /^Due from/ }).press("2");
  await page.getByRole("textbox", { name: "Day" }).fill("2 jan 2099");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("button", { name: "Due from: Jan 02, 2099" })).toBeFocused();
  await expect(total(page, "1 total task")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(open).toBeFocused();
  // The panel is taller than the space below its button, but must not cover the button.
  await open.click();
  await expect(panel).toBeVisible();
  await open.click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole("combobox", { name: "Priority" })).toHaveValue("Low,High");
  await page.getByRole("button", { name: "Remove filter: Due from Jan 02, 2099" }).click();
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(total(page, "3 total tasks")).toBeVisible();
});

test("Back from a task returns to its place, in a list that is longer than the window @firefox", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  const link = card(page, "Check the invoices");
  await link.focus();
  await link.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const place = () => page.evaluate(() => window.scrollY);
  const before = await place();
  expect(before).toBeGreaterThan(0);
  for (const goBack of [
    () => page.getByRole("main").getByRole("button", { name: "Back" }).click(),
    () => page.goBack(),
  ]) {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Check the invoices" })).toBeVisible();
    await goBack();
    await expect(link).toBeFocused();
    await expect.poll(place).toBe(before);
  }
});
