import { atEachSize, expectNoSidewaysScroll } from "./support/app.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

/* Search, filters, order and table of the list. */

const TASKS = [
  { title: "Check the invoices", description: "against the new VAT rates", priority: "Low" },
  { title: "Book a room", description: "", priority: "High", due_date: "2099-01-02" },
  { title: "Answer the customer", description: "", priority: "Medium", due_date: "2099-01-01" },
] as const;

test("a search finds all words in any text, and a phrase in quotes", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  const [first] = await Promise.all(TASKS.map((task) => server.addTask(session, task)));
  const comments = `/api/tasks/${first?.id}/comments`;
  await server.call("POST", comments, { comment: "Ask the accountant" }, session.accessToken);
  await openAs(session, "/tasks");
  const search = page.getByRole("searchbox", { name: "Search tasks" });
  const results = page.getByRole("region", { name: "Tasks" });
  await expect(page.getByText("3 total tasks")).toBeVisible();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("VAT invoices");
  await expect(page.getByText("1 total task")).toBeVisible();
  await expect(results.getByText("In the description")).toBeVisible();
  await search.fill("accountant invoices");
  await expect(results.getByText("Ask the accountant")).toBeVisible();
  await search.fill('"invoices accountant"');
  await expect(page.getByText("No tasks found")).toBeVisible();
});

test("the table is sorted and grouped by keyboard alone, and is remembered @firefox", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  for (const task of TASKS) await server.addTask(session, task);
  await openAs(session, "/tasks");
  await page.getByRole("button", { name: "Table" }).focus();
  await page.keyboard.press("Enter");
  const table = page.getByRole("table", { name: "Tasks" });
  const titles = table.getByRole("rowheader").getByRole("link");
  const due = table.getByRole("columnheader", { name: "Due" });
  await due.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(due).toHaveAttribute("aria-sort", "ascending");
  await expect(titles).toHaveText(["Answer the customer", "Book a room", "Check the invoices"]);
  await page.keyboard.press("Enter");
  await expect(due).toHaveAttribute("aria-sort", "descending");
  await expect(titles).toHaveText(["Book a room", "Answer the customer", "Check the invoices"]);
  await page.getByRole("combobox", { name: "Group" }).selectOption("By due date");
  await expect(table.getByRole("rowheader", { name: "No due date" })).toBeVisible();
  await page.reload();
  await expect(table.getByRole("rowheader", { name: "Jan 02, 2099" })).toBeVisible();
  await expect(page).toHaveURL(/sort=-due/);
});

test("more filters: several values, ranges of days and unassigned tasks @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  for (const task of TASKS) await server.addTask(session, task);
  await openAs(session, "/tasks");
  const open = page.getByRole("button", { name: "More filters" });
  await open.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "More filters" });
  await panel.getByRole("button", { name: "High" }).click();
  await panel.getByRole("button", { name: "Low" }).click();
  await expect(page.getByText("2 total tasks")).toBeVisible();
  await expect(page).toHaveURL(/priority=Low%2CHigh/);
  await panel.getByLabel("Due from").fill("2099-01-02");
  await expect(page.getByText("1 total task")).toBeVisible();
  await expectAccessible(page);
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
  await expect(page.getByText("3 total tasks")).toBeVisible();
});

test("the table @chromium", async ({ page, server, openAs }) => {
  const session = await server.signUp();
  for (const task of TASKS) await server.addTask(session, task);
  await openAs(session, "/tasks");
  await page.getByRole("button", { name: "Table" }).click();
  const task = page.getByRole("table").getByRole("link", { name: "Book a room" });
  await expect(task).toBeVisible();
  await atEachSize(page, async () => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
  await task.click();
  await expect(page.getByRole("heading", { name: "Book a room" })).toBeVisible();
});
