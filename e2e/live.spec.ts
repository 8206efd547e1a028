import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { Task } from "#contract/shapes/task.ts";
import { card, centre, column, expectDraggable, holdRequests } from "./support/app.ts";
import type { TestServer } from "./support/server.ts";
import { expect, expectToast, keepSession, test } from "./support/test.ts";

const GRACE = { email: "grace.hopper@example.com" };

/** Opens a page, and waits for its live updates. */
async function openLive(page: Page, url: string): Promise<void> {
  const stream = page.waitForResponse("**/api/events");
  await page.goto(url);
  expect((await stream).status()).toBe(200);
}

function move(server: TestServer, { accessToken }: SessionResponse, task: Task, status: string) {
  return server.call("PATCH", `/api/kanban/${task.id}/status`, { status }, accessToken);
}

test("two users see each other's moves without refetching the whole board", async ({
  page,
  server,
  browser,
}) => {
  const ada = await server.signUp();
  const task = await server.addTask(ada, { title: "Water the plants" });
  await keepSession(page, ada);
  const elsewhere = await browser.newContext({ baseURL: server.url });
  const other = await elsewhere.newPage();
  await keepSession(other, await server.signUp(GRACE));
  await openLive(page, "/kanban");
  await expect(card(column(page, "To Do"), task.title)).toBeVisible();
  await openLive(other, "/kanban");
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  const changes = page.waitForResponse("**/api/kanban/changes?*");
  await other.getByRole("button", { name: `Actions (${task.title})` }).click();
  await other.getByRole("menuitem", { name: "Move to Done" }).click();
  expect((await (await changes).body()).length).toBeLessThan(1_024);
  await expect(card(column(page, "Done"), task.title)).toBeVisible();
  expect(paths.filter((path) => path.startsWith("/api/kanban"))).toEqual(["/api/kanban/changes"]);
  await elsewhere.close();
});

test("live updates wait for the end of a drag, and keep the user's pending move", async ({
  page,
  server,
}) => {
  const ada = await server.signUp();
  const grace = await server.signUp(GRACE);
  const own = await server.addTask(ada, { title: "Water the plants" });
  const theirs = await server.addTask(ada, { title: "Feed the cat" });
  await keepSession(page, ada);
  await openLive(page, "/kanban");

  await expectDraggable(page);
  const from = await centre(card(page, own.title));
  const to = await centre(column(page, "In Progress"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await expect(page.locator("[data-lifted]")).toBeVisible();
  const changes = page.waitForResponse("**/api/kanban/changes*");
  await move(server, grace, theirs, "Done");
  await changes;
  await expect(card(column(page, "To Do"), theirs.title)).toBeVisible();
  await expect(column(page, "Done")).toContainText("0");

  // The move's response is late, and the board is refetched before it.
  const release = await holdRequests(page, "**/status");
  await page.mouse.up();
  await expect(card(column(page, "In Progress"), own.title)).toBeVisible();
  await expect(card(column(page, "Done"), theirs.title)).toBeVisible();
  await move(server, grace, theirs, "In Progress");
  await expect(card(column(page, "In Progress"), theirs.title)).toBeVisible();
  await expect(card(column(page, "In Progress"), own.title)).toBeVisible();
  release();
  await expectToast(page, "Task moved to In Progress");
  await expect(card(column(page, "In Progress"), own.title)).toBeVisible();
});

test("the visible cards keep their place when a card arrives above @firefox", async ({
  page,
  server,
}) => {
  const ada = await server.signUp();
  const grace = await server.signUp(GRACE);
  for (let count = 1; count <= 25; count += 1) {
    await server.addTask(ada, { title: `Plant number ${count}` });
  }
  await keepSession(page, ada);
  const loadVirtualList = await holdRequests(page, "**/virtualCards.*");
  await openLive(page, "/kanban");
  const read = card(page, "Plant number 14");
  await card(page, "Plant number 25").hover();
  // Not by a wheel, whose scrolling is animated.
  await read.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const place = async () => (await read.boundingBox())?.y ?? Number.NaN;
  const before = await place();
  loadVirtualList();
  await expect(column(page, "To Do").locator("ul[style*=height]")).toBeVisible();
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
  // Higher than the other cards, and the tab stop of its column.
  await server.addTask(grace, { title: "One more plant, with a title that takes two lines" });
  await expect(column(page, "To Do")).toContainText("26");
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
});

test("the tabs of a browser share one stream, and another tab takes it over @firefox", async ({
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
  await expect(card(column(page, "In Progress"), task.title)).toBeVisible();
  await expect(card(column(second, "In Progress"), task.title)).toBeVisible();
  expect(streams).toHaveLength(1);

  const takenOver = second.waitForResponse("**/api/events");
  await page.close();
  await move(server, grace, task, "Done");
  await takenOver;
  await expect(card(column(second, "Done"), task.title)).toBeVisible();
  expect(streams).toHaveLength(2);
});
