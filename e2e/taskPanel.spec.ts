import type { Page } from "@playwright/test";
import { card, column, expectPath, holdRequests } from "./support/app.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

/** More cards than a column renders at once. */
const LONG = 40;
const MIDDLE = "Task 15";
/** GET /api/tasks/{id} */
const TASK_CALL = /\/api\/tasks\/[0-9a-f-]{36}$/;

const panel = (page: Page) => page.getByRole("dialog", { name: "Task" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
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

for (const how of ["Back", "Escape", "the browser's Back", "the board beside it"]) {
  test(`a card opens over the board, and ${how} returns to the same place and card`, async ({
    page,
  }) => {
    const scrollTop = await scrollTo(page, MIDDLE);
    await card(page, MIDDLE).click();
    await expect(panel(page)).toBeVisible();
    await expect(heading(page, MIDDLE)).toBeFocused();
    await expect(page.getByText(`Text of ${MIDDLE}`)).toBeVisible();
    await expect(page).toHaveTitle(`${MIDDLE} · Taskdeck`);
    expect(new URL(page.url()).pathname).toMatch(/^\/tasks\/.+/);
    // The board is visible, but out of reach.
    await expect(page.getByRole("heading", { name: "Kanban Board" })).toHaveCount(0);
    await expect(page.getByText("Kanban Board")).toBeVisible();

    if (how === "Back") await panel(page).getByRole("button", { name: "Back" }).click();
    else if (how === "Escape") await page.keyboard.press("Escape");
    else if (how === "the browser's Back") await page.goBack();
    else await page.mouse.click(300, 400);

    await expectPath(page, "/kanban");
    await expect(panel(page)).toHaveCount(0);
    await expect(card(page, MIDDLE)).toBeFocused();
    expect(await scroller(page).evaluate((element) => element.scrollTop)).toBe(scrollTop);
    await expect(page).toHaveTitle("Progress · Taskdeck");
  });
}

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
  for (let index = LONG - 1; index > 5; index -= 1) {
    await page.keyboard.press("j");
    await expect(heading(page, `Task ${String(index).padStart(2, "0")}`)).toBeFocused();
  }
  await page.keyboard.press("k");
  await expect(heading(page, "Task 07")).toBeFocused();
  await page.keyboard.press("Escape");
  await expectPath(page, "/kanban");
  await expect(card(page, "Task 07")).toBeFocused();
  await expect(card(page, "Task 07")).toBeInViewport({ ratio: 1 });
  // The tasks in between are no entries of the history.
  await page.goForward();
  await expect(heading(page, "Task 07")).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Next task");
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

test("editing and deleting work over the board, which shows the result @chromium", async ({
  page,
}) => {
  await card(page, `Task ${LONG}`).click();
  await page.getByRole("button", { name: "Edit Task" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Task" });
  await dialog.getByLabel("Title").fill("Renamed");
  await dialog.getByRole("button", { name: "Update Task" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(heading(page, "Renamed")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card(page, "Renamed")).toBeVisible();

  await card(page, "Renamed").click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectPath(page, "/kanban");
  await expect(card(page, "Renamed")).toHaveCount(0);
});

test("on a slow connection the panel shows the card's fields at once, and the others when they arrive", async ({
  page,
}) => {
  const release = await holdRequests(page, TASK_CALL);
  await card(page, `Task ${LONG}`).click();
  await expect(heading(page, `Task ${LONG}`)).toBeVisible();
  const facts = page.getByRole("complementary", { name: "Properties" });
  await expect(facts).toContainText("Todo");
  await expect(page.getByRole("button", { name: "Edit Task" })).toBeDisabled();
  await expect(page.getByText("No description provided.")).toHaveCount(0);
  release();
  await expect(page.getByText(`Text of Task ${LONG}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Task" })).toBeEnabled();
});

test("offline the panel shows the card's fields, and the others when the connection is back", async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|NS_ERROR_|Cross-Origin Request Blocked/);
  // The panel's code is loaded with the first task.
  await card(page, `Task ${LONG}`).click();
  await expect(page.getByText(`Text of Task ${LONG}`)).toBeVisible();
  await page.keyboard.press("Escape");
  await context.setOffline(true);
  await card(page, `Task ${LONG - 1}`).click();
  await expect(heading(page, `Task ${LONG - 1}`)).toBeVisible();
  await expect(page.getByText("The description will show when you are back online.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(`Text of Task ${LONG - 1}`)).toBeVisible();
});

test("a task opened from the list shows the list's fields at once @chromium", async ({ page }) => {
  await page.getByRole("navigation").getByRole("link", { name: "Tasks" }).click();
  await expect(heading(page, "All Tasks")).toBeVisible();
  await expect(card(page, `Task ${LONG}`)).toBeVisible();
  await page.route(TASK_CALL, () => undefined);
  await card(page, `Task ${LONG}`).click();
  await expect(heading(page, `Task ${LONG}`)).toBeVisible();
  await expect(page.getByText(`Text of Task ${LONG}`)).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("the panel is accessible in both themes", async ({ page }) => {
  await card(page, `Task ${LONG}`).click();
  await expect(page.getByText(`Text of Task ${LONG}`)).toBeVisible();
  await expectAccessible(page);
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
