import { card, column, expectPath } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

test.beforeEach(async ({ server, openAs, page }) => {
  const ada = await server.signUp();
  const me = ada.user.id;
  await server.addTask(ada, { title: "Water the plants", priority: "Low", assignee_id: me });
  await server.addTask(ada, { title: "Feed the cat", priority: "High", assignee_id: null });
  await server.addTask(ada, { title: "Sweep the yard", status: "Done", assignee_id: me });
  await openAs(ada, "/kanban");
  await expect(card(page, "Feed the cat")).toBeVisible();
});

test("by keyboard: / searches the board, and the address keeps the search @firefox", async ({
  page,
}) => {
  await expect(page.getByRole("searchbox", { name: "Search the board" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("the cat");
  await expect(card(page, "Water the plants")).toHaveCount(0);
  await expect(column(page, "To Do")).toContainText("1 of 2");
  await expect(column(page, "Done")).toContainText("No tasks match the filters");
  await expect(page).toHaveURL(/\/kanban\?search=the\+cat$/);
  await page.reload();
  await expect(card(page, "Feed the cat")).toBeVisible();
  await expect(card(page, "Water the plants")).toHaveCount(0);
  await expect(page.getByRole("searchbox", { name: "Search the board" })).toHaveValue("the cat");
});

test("by keyboard: the panel sets filters, Escape closes it, and Back undoes one", async ({
  page,
}) => {
  await page.getByRole("button", { name: "Filter" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "My tasks" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(card(page, "Feed the cat")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Filter/ })).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("2 of 3 tasks")).toBeVisible();
  await page.goBack();
  await expect(card(page, "Feed the cat")).toBeVisible();
  await expectPath(page, "/kanban");
});

test("a press elsewhere closes the panel, and a chip removes its filter", async ({ page }) => {
  await page.getByRole("button", { name: "Filter" }).click();
  const panel = page.getByRole("dialog", { name: "Filter the board" });
  await panel.getByRole("button", { name: "High", exact: true }).click();
  await panel.getByRole("button", { name: "Unassigned" }).click();
  await expect(page).toHaveURL(/priority=High&assignee=none$/);
  await page.getByRole("heading", { name: "Kanban Board" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Remove filter: High priority" }).click();
  await expect(page.getByRole("button", { name: "Remove filter: Unassigned" })).toBeVisible();
  await page.getByRole("link", { name: "Show in the list" }).click();
  await expect(page).toHaveURL(/\/tasks\?assignee=none$/);
  await expect(page.getByText("1 total task", { exact: true })).toBeVisible();
});
