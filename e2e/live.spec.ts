import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/session.ts";
import type { Task } from "#contract/task.ts";
import { card, centre, column, signIn } from "./support/app.ts";
import { ACCOUNT, type TestServer } from "./support/server.ts";
import { expect, expectToast, keepSession, test } from "./support/test.ts";

/** What others do shows within a second; the rest is for a slow machine. */
const SOON = { timeout: 3_000 };

const GRACE = { email: "grace.hopper@example.com" };

/** Opens a page, and waits until its news arrive. */
async function openLive(page: Page, url: string): Promise<void> {
  const stream = page.waitForResponse("**/api/events");
  await page.goto(url);
  expect((await stream).status()).toBe(200);
}

function move(server: TestServer, { accessToken }: SessionResponse, task: Task, status: string) {
  return server.call("PATCH", `/api/kanban/${task.id}/status`, { status }, accessToken);
}

test("two people see each other's moves, edits and comments, and a deletion", async ({
  page,
  server,
  browser,
  baseURL,
}) => {
  const ada = await server.signUp();
  const task = await server.addTask(ada, { title: "Water the plants" });
  await server.signUp(GRACE);
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
  const other = await elsewhere.newPage();
  await other.goto("/login");
  await signIn(other, { ...ACCOUNT, ...GRACE });

  await keepSession(page, ada);
  await openLive(page, "/kanban");
  await expect(card(column(page, "To Do"), task.title)).toBeVisible();
  await other.getByRole("navigation").getByRole("link", { name: "Progress" }).click();
  await other.getByRole("button", { name: `Move to… (${task.title})` }).click();
  await other.getByRole("menuitem", { name: "Move to Done" }).click();
  await expect(card(column(page, "Done"), task.title)).toBeVisible(SOON);

  await openLive(page, `/tasks/${task.id}`);
  await card(other, task.title).click();
  await other.getByRole("button", { name: "Edit Task" }).click();
  await other.getByLabel("Title").fill("Feed the cat");
  await other.getByRole("button", { name: "Update Task" }).click();
  await expect(page.getByRole("heading", { name: "Feed the cat" })).toBeVisible(SOON);
  // And the other way round.
  await page.getByRole("textbox", { name: "comment" }).fill("It was hungry");
  await page.getByRole("button", { name: /comment/i }).click();
  await expect(other.getByText("It was hungry")).toBeVisible(SOON);

  await openLive(page, "/tasks");
  await expect(page.getByRole("link", { name: "Feed the cat" })).toBeVisible();
  const focused = page.getByRole("searchbox");
  await focused.focus();
  await other.getByRole("button", { name: "Delete" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("0 total tasks")).toBeVisible(SOON);
  // Not toBeFocused: in Firefox only one of the two windows is active.
  expect(await focused.evaluate((field) => document.activeElement === field)).toBe(true);
  await elsewhere.close();
});

test("nothing moves under one's hand, and one's own pending move stays", async ({
  page,
  server,
}) => {
  const ada = await server.signUp();
  const grace = await server.signUp(GRACE);
  const own = await server.addTask(ada, { title: "Water the plants" });
  const theirs = await server.addTask(ada, { title: "Feed the cat" });
  await keepSession(page, ada);
  await openLive(page, "/kanban");

  const from = await centre(card(page, own.title));
  const to = await centre(column(page, "In Progress"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  const board = page.waitForResponse("**/api/kanban/board");
  await move(server, grace, theirs, "Done");
  await board;
  await expect(card(column(page, "To Do"), theirs.title)).toBeVisible();
  await expect(column(page, "Done")).toContainText("0");

  // The drop is answered late: meanwhile the board is fetched again, without it.
  const held = Promise.withResolvers<void>();
  await page.route("**/status", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.mouse.up();
  await expect(card(column(page, "In Progress"), own.title)).toBeVisible();
  await expect(card(column(page, "Done"), theirs.title)).toBeVisible(SOON);
  await move(server, grace, theirs, "In Progress");
  await expect(card(column(page, "In Progress"), theirs.title)).toBeVisible(SOON);
  await expect(card(column(page, "In Progress"), own.title)).toBeVisible();
  held.resolve();
  await expectToast(page, "Task moved to In Progress");
  await expect(card(column(page, "In Progress"), own.title)).toBeVisible();
});

test("the tabs of a browser share one stream, and another one takes over", async ({
  page,
  server,
  context,
}) => {
  const ada = await server.signUp();
  const grace = await server.signUp(GRACE);
  const task = await server.addTask(ada, { title: "Water the plants" });
  await keepSession(page, ada);
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/api/events")) streams.push(request.url());
  });
  await openLive(page, "/kanban");
  const second = await context.newPage();
  await second.goto("/kanban");
  await expect(card(column(second, "To Do"), task.title)).toBeVisible();
  await expect
    .poll(() => second.evaluate(async () => (await navigator.locks.query()).pending?.length))
    .toBe(1);

  await move(server, grace, task, "In Progress");
  await expect(card(column(page, "In Progress"), task.title)).toBeVisible(SOON);
  await expect(card(column(second, "In Progress"), task.title)).toBeVisible(SOON);
  expect(streams).toHaveLength(1);

  const takenOver = second.waitForResponse("**/api/events");
  await page.close();
  await move(server, grace, task, "Done");
  await takenOver;
  await expect(card(column(second, "Done"), task.title)).toBeVisible(SOON);
  expect(streams).toHaveLength(2);
});

test("a server without the stream is left in peace", async ({ page, server }) => {
  const ada = await server.signUp();
  const task = await server.addTask(ada, { title: "Water the plants" });
  let asked = 0;
  await page.route("**/api/events", (route) => {
    asked += 1;
    return route.fulfill({ status: 404, json: { error: "Not found" } });
  });
  await keepSession(page, ada);
  const refused = page.waitForResponse("**/api/events");
  await page.goto("/kanban");
  await refused;
  await page.getByRole("button", { name: `Move to… (${task.title})` }).click();
  await page.getByRole("menuitem", { name: "Move to Done" }).click();
  await expectToast(page, "Task moved to Done");
  const fresh = page.waitForResponse("**/api/kanban/board");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await fresh;
  expect(asked).toBe(1);
});

test("a session that ends elsewhere ends here within seconds", async ({ page, server }) => {
  const ada = await server.signUp();
  await keepSession(page, ada);
  await openLive(page, "/kanban");
  await expect(page.getByRole("heading", { name: "Kanban Board" })).toBeVisible();
  await server.call("POST", "/api/auth/logout", { refreshToken: ada.refreshToken });
  await expectToast(page, "Session expired. Please login again.");
});
