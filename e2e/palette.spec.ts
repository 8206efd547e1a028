import { atEachSize, card, expectDraggable, holdRequests } from "./support/app.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

const FIELD = "Search tasks, people, teams and commands";

test.beforeEach(async ({ server, openAs, page }) => {
  const session = await server.signUp({ role: "admin" });
  await server.addTask(session, { title: "Feed the cat" });
  await server.addTask(session, { title: "Sweep the yard", status: "Done" });
  await openAs(session, "/kanban");
  await expect(card(page, "Feed the cat")).toBeVisible();
});

test("Ctrl+K, a few letters and Enter open a task @firefox", async ({ page }) => {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: FIELD })).toBeFocused();
  await page.keyboard.type("swyard");
  await expect(page.getByRole("option", { name: /Sweep the yard/ })).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/tasks\/.+/);
});

test("a command runs on the card that had the focus", async ({ page }) => {
  // The card's keys come with the code for dragging.
  await expectDraggable(page);
  await card(page, "Feed the cat").focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("card's menu");
  await expect(page.getByRole("option", { selected: true })).toHaveText(/Open the card's menu/);
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

test("Escape gives the focus back @firefox", async ({ page }) => {
  await card(page, "Feed the cat").focus();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: FIELD })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(card(page, "Feed the cat")).toBeFocused();
});

test("Ctrl+K works while the user types in a field of the page", async ({ page }) => {
  await page.goto("/tasks");
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: FIELD })).toBeFocused();
});

test("axe finds nothing in the palette", async ({ page }) => {
  await page.getByRole("button", { name: "Command palette" }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await atEachSize(page, () => expectAccessible(page));
  await page.getByRole("combobox", { name: FIELD }).fill("feed");
  await expect(page.getByRole("option", { name: /Feed the cat/ })).toBeVisible();
  await atEachSize(page, () => expectAccessible(page));
});
