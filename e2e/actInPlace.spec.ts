import type { Locator, Page } from "@playwright/test";
import { card, column, dragTo, expectDraggable } from "./support/app.ts";
import { expect, expectToast, test } from "./support/test.ts";

/* Assignee, priority, due date and status change without the form, for one card or several. */

const TITLES = ["Water the plants", "Bake bread", "Feed the cat"];
const [PLANTS = "", BREAD = "", CAT = ""] = TITLES;

test.beforeEach(async ({ server, openAs, page }) => {
  const session = await server.signUp();
  for (const title of TITLES) await server.addTask(session, { title, priority: "Low" });
  await openAs(session, "/kanban");
  await expectDraggable(page);
});

const choose = (page: Page, name: string | RegExp) =>
  page.getByRole("dialog").getByRole("option", { name }).click();

test("one key and one choice change the focused card, and the change survives a reload", async ({
  page,
}) => {
  await card(page, CAT).focus();
  await page.keyboard.press("p");
  await page.keyboard.press("h");
  await page.keyboard.press("Enter");
  const article = page.getByRole("article").filter({ hasText: CAT });
  await expect(article).toContainText("High");
  await expectToast(page, "Priority changed to High");
  await expect(card(page, CAT)).toBeFocused();

  await page.keyboard.press("a");
  await choose(page, "Unassigned");
  await expect(article.getByRole("img")).toHaveCount(0);
  await page.keyboard.press("a");
  await choose(page, "Me");
  await expect(article.getByRole("img")).toHaveCount(1);

  await page.keyboard.press("d");
  await choose(page, /^Tomorrow/);
  await expect(article.getByRole("time")).toBeVisible();
  await page.keyboard.press("d");
  await choose(page, "Pick a day…");
  await page.getByRole("textbox", { name: "Day" }).fill("24 dec 2999");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(article).toContainText("Dec 24, 2999");

  await page.keyboard.press("s");
  await choose(page, "Done");
  await expect(card(column(page, "Done"), CAT)).toBeFocused();
  await expectToast(page, "Task moved to Done");
  await page.reload();
  await expect(column(page, "Done").getByRole("article")).toContainText("Dec 24, 2999");
});

test("a click on a card's value changes it, and a click beside it opens the task", async ({
  page,
}) => {
  const article = page.getByRole("article").filter({ hasText: CAT });
  const height = (await article.boundingBox())?.height;
  await article.getByTitle("Change priority").click();
  const left = async (part: Locator) => (await part.boundingBox())?.x;
  // The picker begins where the value does.
  expect(await left(page.getByRole("dialog", { name: /Priority/ }))).toBe(
    await left(article.getByTitle("Change priority")),
  );
  await choose(page, "High");
  await expect(article.getByTitle("Change priority")).toHaveText("High");
  await expect(card(page, CAT)).toBeFocused();
  await article.getByTitle("Change assignee").click();
  await choose(page, "Unassigned");
  await expect(article.getByTitle("Change assignee")).toHaveCount(0);
  expect((await article.boundingBox())?.height).toBe(height);
  await page.getByRole("link", { name: "Tasks", exact: true }).first().click();
  // Until the list is there, the board stays.
  await expect(page.getByRole("heading", { name: "All Tasks" })).toBeVisible();
  const row = page.locator("[data-card]").filter({ hasText: CAT });
  await row.getByTitle("Change priority").click();
  await page.getByRole("dialog").getByRole("option", { name: "Low" }).click();
  await expect(row.getByTitle("Change priority")).toHaveText("Low");
  await card(page, CAT).click();
  await expect(page.getByRole("button", { name: "Edit Task" })).toBeVisible();
});

/** Moves the pointer to an element. In Firefox, Playwright's own hover and click scroll it first. */
async function pointAt(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox();
  if (!box) throw new Error("It is not visible");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

/** Fills the empty fields of a card or row, each with a click on its place and one on a value. */
async function triage(page: Page, title: string) {
  const row = page.locator("[data-card]").filter({ has: card(page, title) });
  const places = () =>
    row.evaluate((element) =>
      [element, ...element.querySelectorAll("a, [data-fact='priority']")].map((part) =>
        JSON.stringify(part.getBoundingClientRect()),
      ),
    );
  await card(page, title).scrollIntoViewIfNeeded();
  const before = await places();
  await pointAt(page, card(page, title));
  await expect(row.getByRole("button", { name: /^Set / })).toHaveCount(3);
  expect(await places()).toEqual(before);
  for (const [field, value] of [
    ["Set assignee", "Me"],
    ["Set due date", /^Tomorrow/],
    ["Set team", "Garden"],
  ] as const) {
    await pointAt(page, row.getByRole("button", { name: field }));
    await page.mouse.down();
    await page.mouse.up();
    await choose(page, value);
    await expect(row.getByRole("button", { name: field })).toHaveCount(0);
  }
  await expect(row.getByTitle("Team Garden")).toBeVisible();
  expect((await places())[0]).toEqual(before[0]);
}

test("the empty fields of the card or row under the pointer are filled with two clicks each, and nothing moves, on the board, in the list and in the table @firefox", async ({
  page,
  server,
  openAs,
}) => {
  const admin = await server.signUp({ email: "grace@example.com", role: "admin" });
  await server.call("POST", "/api/teams", { name: "Garden" }, admin.accessToken);
  for (const title of ["Mow", "Prune", "Sow the beans", "Dig", "Rake", "Water"])
    await server.addTask(admin, { title, assignee_id: null });
  await openAs(admin, "/kanban");
  await expectDraggable(page);
  await triage(page, "Mow");
  await triage(page, "Prune");
  await page.goto("/tasks");
  await triage(page, "Sow the beans");
  await triage(page, "Dig");
  await page.getByRole("button", { name: "Table", exact: true }).click();
  await triage(page, "Rake");
  await triage(page, "Water");
});

const bar = (page: Page) => page.getByRole("region", { name: "Selected cards" });

test("several cards are selected by keys, changed together, and undone together", async ({
  page,
}) => {
  await card(page, CAT).focus();
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("1 selected");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(bar(page)).toContainText("3 selected");
  await page.keyboard.press("Shift+ArrowUp");
  await expect(bar(page)).toContainText("2 selected");
  await page.keyboard.press("p");
  await choose(page, "High");
  await expectToast(page, "Priority of 2 tasks changed to High");
  await expect(column(page, "To Do").getByText("High")).toHaveCount(2);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(column(page, "To Do").getByText("High")).toHaveCount(0);
  await page.keyboard.press("s");
  await choose(page, "Done");
  await expectToast(page, "2 tasks moved to Done");
  await expect(column(page, "Done").getByRole("article")).toHaveCount(2);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(column(page, "To Do").getByRole("article")).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(bar(page)).toHaveCount(0);
});

test("clicks with Ctrl select cards, and one drag moves all @firefox", async ({ page }) => {
  await card(page, CAT).click({ modifiers: ["ControlOrMeta"] });
  await card(page, PLANTS).click({ modifiers: ["ControlOrMeta"] });
  await expect(bar(page)).toContainText("2 selected");
  await dragTo(page, card(page, `${CAT} (selected)`), column(page, "In Progress"));
  await expect(column(page, "In Progress").getByRole("article")).toHaveCount(2);
  await expectToast(page, "2 tasks moved to In Progress");
  // One Undo takes both back.
  await page.keyboard.press("ControlOrMeta+z");
  await expect(column(page, "To Do").getByRole("article")).toHaveCount(3);
  await bar(page).getByRole("button", { name: "Assignee" }).click();
  await choose(page, "Unassigned");
  await expectToast(page, "Assignee of 2 tasks removed");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await bar(page).getByRole("button", { name: "Clear selection" }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(card(column(page, "To Do"), BREAD)).toBeVisible();
});

test("a drag of 25 cards asks before it moves them", async ({ page, server, openAs }) => {
  const session = await server.signUp({ email: "grace@example.com" });
  for (let count = 4; count <= 25; count += 1)
    await server.addTask(session, { title: `Seed ${count}` });
  await openAs(session, "/kanban");
  await expectDraggable(page);
  const first = column(page, "To Do").locator("[data-card] a").first();
  await first.focus();
  await page.keyboard.press("x");
  for (let count = 2; count <= 25; count += 1) await page.keyboard.press("Shift+ArrowDown");
  await expect(bar(page)).toContainText("25 selected");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("25 tasks. The status becomes In Progress.");
  await expect(column(page, "In Progress").getByRole("article")).toHaveCount(0);
  await question.getByRole("button", { name: "Change 25 tasks" }).click();
  await expectToast(page, "25 tasks moved to In Progress");
  await expect(column(page, "To Do").getByRole("article")).toHaveCount(0);
});

test("a drag of 500 cards is one bulk action of the server", async ({ page, server, openAs }) => {
  test.slow();
  const session = await server.signUp({ email: "grace@example.com" });
  const titles = Array.from({ length: 500 - TITLES.length }, (_, index) => `Seed ${index}`);
  for (const title of titles) await server.addTask(session, { title });
  await openAs(session, "/kanban");
  await expectDraggable(page);
  await column(page, "To Do").locator("[data-card] a").first().focus();
  await page.keyboard.press("x");
  await page.keyboard.down("Shift");
  // A press is without effect until the column has scrolled to the next card.
  await expect(async () => {
    for (let count = 1; count <= 50; count += 1) await page.keyboard.press("ArrowDown");
    await expect(bar(page)).toContainText("500 selected", { timeout: 200 });
  }).toPass({ intervals: [0] });
  await page.keyboard.up("Shift");
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" && pathname.startsWith("/api/task")) sent.push(pathname);
  });
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Change 500 tasks" }).click();
  await expect(column(page, "To Do").getByRole("article")).toHaveCount(0);
  expect(sent).toEqual(["/api/task-runs"]);
});

test.describe("by touch", () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true });

  test("the card's menu selects the card, and taps select more cards @chromium", async ({
    page,
  }) => {
    await page.getByRole("button", { name: `Actions (${CAT})` }).tap();
    await page.getByRole("menuitem", { name: "Select" }).tap();
    await card(page, BREAD).tap();
    await expect(bar(page)).toContainText("2 selected");
    await bar(page).getByRole("button", { name: "Due date" }).tap();
    await page.getByRole("option", { name: /^Tomorrow/ }).tap();
    await expect(page.getByText(/^Due date of 2 tasks changed to/)).toBeVisible();
  });
});
