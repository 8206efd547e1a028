import type { Page } from "@playwright/test";
import { banner, card, column, expectDraggable, holdRequests } from "./support/app.ts";
import { startOutage } from "./support/outage.ts";
import { SERVER_DOWN } from "./support/problems.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

/* Tasks are created in a column's input line, or one after another in the full form. */

const line = (page: Page, label = "To Do") => page.getByLabel(`Title of a new task in ${label}`);
const open = (page: Page, label = "To Do") =>
  page.getByRole("button", { name: `Add a task to ${label}` });
const pending = (page: Page) => page.getByRole("list", { name: "New tasks" });
const cards = (page: Page, label: "To Do" | "In Progress" | "Done" = "To Do") =>
  column(page, label).locator("[data-card] h3");

test.beforeEach(async ({ server, openAs, page }) => {
  const session = await server.signUp();
  await server.addTask(session, { title: "Feed the cat" });
  await openAs(session, "/kanban");
  await expectDraggable(page);
});

test("Enter in a column's input line creates one task after another, by keyboard alone", async ({
  page,
}) => {
  await open(page, "In Progress").focus();
  await page.keyboard.press("Enter");
  await expect(line(page, "In Progress")).toBeFocused();
  await expect(page.getByRole("button", { name: "Add task" })).toBeVisible();
  await page.keyboard.type("ab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Title must be at least 3 characters")).toBeVisible();
  await line(page, "In Progress").fill("");
  for (const title of ["Water the plants", "Bake bread", "Brew tea"]) {
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
    await expect(line(page, "In Progress")).toHaveValue("");
  }
  await expect(cards(page, "In Progress")).toHaveText([
    "Brew tea",
    "Bake bread",
    "Water the plants",
  ]);
  await expect(pending(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(line(page, "In Progress")).toHaveCount(0);
  await expect(open(page, "In Progress")).toBeFocused();
  const article = column(page, "In Progress").getByRole("article").first();
  await expect(article).toContainText("Medium");
  await expect(article.getByRole("img")).toHaveCount(1);
});

test("a task entered before the input line's code has loaded is created @chromium", async ({
  page,
}) => {
  const release = await holdRequests(page, "**/assets/newCards*.js");
  await open(page).click();
  await page.keyboard.type("Bake bread");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Walk the ");
  release();
  // Some of these letters arrive while the line replaces the early field, and one afterwards.
  await page.keyboard.type("do");
  await expect(page.getByRole("button", { name: "Add task" })).toBeVisible();
  await page.keyboard.type("g");
  await expect(cards(page)).toHaveText(["Bake bread", "Feed the cat"]);
  await expect(line(page)).toHaveValue("Walk the dog");
});

test("a task from the input line is shown at once, kept over an outage and a reload, and created once", async ({
  page,
  context,
  problems,
}) => {
  problems.expect(SERVER_DOWN);
  problems.expect(/net::ERR_/);
  await open(page).click();
  await expect(line(page)).toBeFocused();
  await expect(page.getByRole("button", { name: "Add task" })).toBeVisible();
  let lost = 0;
  // The server creates the task, and the response is lost.
  const endOutage = await startOutage(context, async (route) => {
    const request = route.request();
    if (request.method() !== "POST" || !request.url().endsWith("/api/tasks") || lost > 0) return;
    lost += 1;
    await route.fetch().catch(() => undefined);
  });
  await line(page).fill("Water the plants");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Bake bread");
  await page.keyboard.press("Enter");
  await expect(pending(page).getByRole("heading")).toHaveText(["Bake bread", "Water the plants"]);
  await expect(banner(page)).toContainText("No connection.");
  await expect(pending(page).getByText("Waiting to be sent")).toHaveCount(2);
  await expectAccessible(page);
  await page.reload();
  await expect(pending(page).getByRole("heading")).toHaveText(["Bake bread", "Water the plants"]);
  endOutage();
  await expect(cards(page)).toHaveText(["Bake bread", "Water the plants", "Feed the cat"]);
  await expect(pending(page)).toHaveCount(0);
  await page.reload();
  await expect(cards(page)).toHaveText(["Bake bread", "Water the plants", "Feed the cat"]);
  expect(lost).toBe(1);
});

test("a refused task stays with its text, and can be tried again or discarded @chromium", async ({
  page,
  problems,
}) => {
  problems.expect(/500/);
  await page.route("**/api/tasks", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 500, json: { error: "Out of order" } })
      : route.fallback(),
  );
  await open(page).click();
  for (const title of ["Water the plants", "Bake bread"]) {
    await line(page).fill(title);
    await page.keyboard.press("Enter");
    await expectToast(page, `Failed to create "${title}". Out of order`);
  }
  await expectAccessible(page);
  await page.unroute("**/api/tasks");
  await page.getByRole("button", { name: "Discard (Bake bread)" }).click();
  await page.getByRole("button", { name: "Try again (Water the plants)" }).click();
  await expect(cards(page)).toHaveText(["Water the plants", "Feed the cat"]);
});

test("Create New Task reads its title, takes that back at Escape, and makes a task of each pasted line @firefox", async ({
  page,
}) => {
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: "Create New Task" });
  const title = form.getByLabel("Title");
  const priority = form.getByLabel("Priority");
  await expect(title).toBeFocused();
  const { height } = (await title.boundingBox()) ?? { height: 0 };
  await page.keyboard.type("Call the bank @me tomorrow !high");
  await expect(priority).toHaveValue("High");
  await expect(title).toHaveAccessibleDescription(/Due .*High/);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(priority).toHaveValue("Medium");
  await expect(title).toBeFocused();
  await page.keyboard.type(" or write a long letter to it".repeat(4));
  await expect
    .poll(async () => (await title.boundingBox())?.height)
    .toBeGreaterThanOrEqual(height * 1.5);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");

  // The lines reach the clipboard as a user's would.
  await form.getByLabel("Description").focus();
  for (const text of ["Brew tea !low", "Bake bread"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+x");
  await title.focus();
  await page.keyboard.press("ControlOrMeta+v");
  await expect(form.getByRole("list", { name: "New tasks" }).getByRole("listitem")).toHaveText([
    /Brew tea.*Low/,
    "Bake bread",
  ]);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expectToast(page, "2 tasks added");
  await expect(form).toHaveCount(0);
  for (const text of ["Brew tea", "Bake bread"]) await expect(card(page, text)).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true });

  test("a column's input line creates tasks by touch @chromium", async ({ page }) => {
    await open(page).tap();
    await line(page).fill("Water the plants");
    await page.getByRole("button", { name: "Add task" }).tap();
    await expect(card(page, "Water the plants")).toBeVisible();
    await expect(line(page)).toBeFocused();
    await expect(page.getByRole("button", { name: "Add task" })).toBeVisible();
  });
});
