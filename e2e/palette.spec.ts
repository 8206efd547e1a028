import { card, holdRequests } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

const FIELD = "Search tasks, people, teams and commands";

test.beforeEach(async ({ server, openAs, page }) => {
  const session = await server.signUp({ role: "admin" });
  await server.addTask(session, { title: "Feed the cat" });
  await server.addTask(session, { title: "Sweep the yard", status: "Done" });
  await openAs(session, "/kanban");
  await expect(card(page, "Feed the cat")).toBeVisible();
});

test("Ctrl+K, a few letters and Enter open a task, and Escape gives the focus back @firefox", async ({
  page,
}) => {
  await card(page, "Feed the cat").focus();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: FIELD })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(card(page, "Feed the cat")).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: FIELD })).toBeFocused();
  await page.keyboard.type("swyard");
  await expect(page.getByRole("option", { name: /Sweep the yard/ })).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/tasks\/.+/);
});

test("a command runs on the card that had the focus, also if the code of its keys comes after the palette's", async ({
  page,
}) => {
  const release = await holdRequests(page, "**/assets/rowActions*.js");
  await card(page, "Feed the cat").focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("open its menu");
  await expect(page.getByText("Nothing matches “open its menu”.")).toBeVisible();
  release();
  await expect(page.getByRole("option", { selected: true })).toHaveText(/Open its menu/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu", { name: /Feed the cat/ })).toBeVisible();
});

test("letters typed before the palette's code has loaded are searched for", async ({ page }) => {
  const release = await holdRequests(page, "**/assets/palette*.js");
  await card(page, "Feed the cat").focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("sweep");
  release();
  await expect(page.getByRole("option", { name: /Sweep the yard/ })).toHaveCount(1);
  await expect(page.getByRole("combobox", { name: FIELD })).toHaveValue("sweep");
});
