import type { Page } from "@playwright/test";
import { card, column, expectPath } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

/** More cards than a column renders at once. */
const LONG = 40;
const MIDDLE = "Task 15";
const LAST = `Task ${LONG - 10}`;

const panel = (page: Page) => page.getByRole("dialog", { name: "Task" });
/** Exact, because a title may be a part of another one. */
const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });
const scroller = (page: Page) => column(page, "To Do").locator("[data-rfd-droppable-id]");

test.beforeEach(async ({ server, openAs, page }) => {
  const session = await server.signUp();
  for (let index = 1; index <= LONG; index += 1) {
    const title = `Task ${String(index).padStart(2, "0")}`;
    await server.addTask(session, { title, description: `Text of ${title}` });
  }
  await server.addTask(session, { title: "Sweep the yard", status: "Done" });
  await openAs(session, "/kanban");
  await expect(card(page, `Task ${LONG}`)).toBeVisible();
});

/** Scrolls a card into view, and returns the scroll position of its column. */
async function scrollTo(page: Page, title: string): Promise<number> {
  await expect(async () => {
    await scroller(page).evaluate((element) => (element.scrollTop += 300));
    await expect(card(page, title)).toBeInViewport({ ratio: 1, timeout: 100 });
  }).toPass();
  // The browser may scroll a little more to bring the card under the pointer.
  await card(page, title).hover();
  return await scroller(page).evaluate(({ scrollTop }) => scrollTop);
}

test("a card opens over the board, and every way back returns to the same place and card", async ({
  page,
}) => {
  const scrollTop = await scrollTo(page, MIDDLE);
  for (const goBack of [
    () => panel(page).getByRole("button", { name: "Back" }).click(),
    () => page.keyboard.press("Escape"),
    () => page.goBack(),
    // The board beside it.
    () => page.mouse.click(300, 400),
  ]) {
    await card(page, MIDDLE).click();
    await expect(panel(page)).toBeVisible();
    await expect(heading(page, MIDDLE)).toBeFocused();
    await expect(page.getByText(`Text of ${MIDDLE}`)).toBeVisible();
    await expect(page).toHaveTitle(`${MIDDLE} · Taskdeck`);
    expect(new URL(page.url()).pathname).toMatch(/^\/tasks\/.+/);
    // The board is visible, but out of reach.
    await expect(page.getByRole("heading", { name: "Kanban Board" })).toHaveCount(0);
    await expect(page.getByText("Kanban Board")).toBeVisible();
    await goBack();
    await expectPath(page, "/kanban");
    await expect(panel(page)).toHaveCount(0);
    await expect(card(page, MIDDLE)).toBeFocused();
    expect(await scroller(page).evaluate((element) => element.scrollTop)).toBe(scrollTop);
    await expect(page).toHaveTitle("Kanban Board · Taskdeck");
  }
});

test("a reload and a direct visit show the task's page", async ({ page }) => {
  await card(page, `Task ${LONG}`).click();
  await expect(panel(page)).toBeVisible();
  await page.reload();
  await expect(heading(page, `Task ${LONG}`)).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByText("Kanban Board")).toHaveCount(0);
  await page.getByRole("main").getByRole("button", { name: "Back" }).click();
  await expectPath(page, "/tasks");
});

// Playwright doesn't reliably attach to a tab that Firefox opens in the background.
test("a middle click opens the task's page in a new tab @chromium", async ({ page, context }) => {
  const opened = context.waitForEvent("page");
  await card(page, `Task ${LONG}`).click({ button: "middle" });
  const tab = await opened;
  await expect(heading(tab, `Task ${LONG}`)).toBeVisible();
  await expect(panel(tab)).toHaveCount(0);
  await expect(panel(page)).toHaveCount(0);
  await expectPath(page, "/kanban");
});

test("by keyboard alone: Enter opens a card, j and k show the next and previous task, Escape returns to the last card @firefox", async ({
  page,
}) => {
  await card(page, `Task ${LONG}`).focus();
  await page.keyboard.press("Enter");
  await expect(heading(page, `Task ${LONG}`)).toBeFocused();
  // There is no task before the first.
  await page.keyboard.press("k");
  for (let index = LONG - 1; index > LONG - 12; index -= 1) {
    await page.keyboard.press("j");
    await expect(heading(page, `Task ${String(index).padStart(2, "0")}`)).toBeFocused();
  }
  await page.keyboard.press("k");
  await expect(heading(page, LAST)).toBeFocused();
  await page.keyboard.press("Escape");
  await expectPath(page, "/kanban");
  await expect(card(page, LAST)).toBeFocused();
  await expect(card(page, LAST)).toBeInViewport({ ratio: 1 });
  // The tasks in between are no entries of the history.
  await page.goForward();
  await expect(heading(page, LAST)).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Next task");
});

test("from the list, its table, the dashboard's tasks and the inbox a task opens over the screen: j, k and Escape, a reload shows the page @firefox", async ({
  page,
  server,
}) => {
  const boss = await server.signUp({ email: "boss@example.com" });
  const me = await page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "{}").id);
  for (const [title, due_date] of [
    ["From the boss", "2999-01-01"],
    ["Also from the boss", "2999-01-02"],
  ] as const)
    await server.addTask(boss, { title, due_date, assignee_id: me });
  // The list begins with the newest task, the dashboard with the one that is due first.
  for (const [path, layout, there, back] of [
    ["/tasks", "Cards", "j", "k"],
    ["/tasks", "Table", "j", "k"],
    ["/", null, "k", "j"],
  ] as const) {
    await page.goto(path);
    if (layout) await page.getByRole("button", { name: layout, exact: true }).click();
    // On the dashboard What changed names the task too, later than My work.
    const place = path === "/" ? page.getByRole("region", { name: "My work" }) : page;
    const link = card(place, "Also from the boss");
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(panel(page)).toBeVisible();
    await expect(heading(page, "Also from the boss")).toBeFocused();
    await expect(panel(page).getByRole("button", { name: "Edit Task" })).toBeVisible();
    expect(new URL(page.url()).pathname).toMatch(/^\/tasks\/.+/);
    await page.keyboard.press(there);
    await expect(heading(page, "From the boss")).toBeFocused();
    await page.keyboard.press(back);
    await expect(heading(page, "Also from the boss")).toBeFocused();
    await page.keyboard.press("Escape");
    await expectPath(page, path);
    await expect(link).toBeFocused();
  }
  await page.goto("/profile");
  await page.getByRole("button", { name: /^Inbox/ }).click();
  await page.getByRole("link", { name: /^Also from the boss/ }).click();
  await expect(heading(page, "Also from the boss")).toBeFocused();
  await page.keyboard.press("j");
  await expect(heading(page, "From the boss")).toBeFocused();
  await page.reload();
  await expect(heading(page, "From the boss")).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await page.goBack();
  await expectPath(page, "/profile");
});

test("Escape in a field leaves the field, and the comment is still there", async ({ page }) => {
  await card(page, `Task ${LONG}`).click();
  await page.getByLabel("Add a comment").fill("Almost");
  await page.keyboard.press("Escape");
  await expect(panel(page).getByRole("heading", { level: 1 })).toBeFocused();
  await page.keyboard.press("Escape");
  await expectPath(page, "/kanban");
  await card(page, `Task ${LONG}`).click();
  await expect(page.getByLabel("Add a comment")).toHaveValue("Almost");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a card opens as a page, and Back returns to the board as it was", async ({ page }) => {
    await card(page, "Sweep the yard").click();
    await expect(heading(page, "Sweep the yard")).toBeVisible();
    const before = await page.evaluate(() => window.scrollX);
    expect(before).toBeGreaterThan(0);
    const box = await panel(page).boundingBox();
    expect(box?.x).toBe(0);
    // A desktop browser keeps room for a scrollbar.
    expect(box?.width).toBeGreaterThan(370);
    await panel(page).getByRole("button", { name: "Back" }).click();
    await expect(card(page, "Sweep the yard")).toBeFocused();
    expect(await page.evaluate(() => window.scrollX)).toBe(before);
  });
});
