import type { BrowserContext, Page } from "@playwright/test";
import type { SessionResponse } from "#contract/session.ts";
import type { Task } from "#contract/task.ts";
import { atEachSize } from "./support/app.ts";
import { expect, expectAccessible, keepSession, test } from "./support/test.ts";

const GRACE = { email: "grace.hopper@example.com" };

let ada: SessionResponse;
let grace: SessionResponse;
let task: Task;

const bell = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const inbox = (page: Page) => page.getByRole("dialog", { name: /^Inbox/ });

/** Opens a page, and waits for its live updates and its inbox. */
async function openLive(page: Page, url: string): Promise<void> {
  const stream = page.waitForResponse("**/api/events");
  await page.goto(url);
  expect((await stream).status()).toBe(200);
  await expect(bell(page, /^Inbox/)).toBeVisible();
}

test.beforeEach(async ({ page, server }) => {
  ada = await server.signUp();
  grace = await server.signUp(GRACE);
  task = await server.addTask(ada, { title: "Water the plants" });
  await keepSession(page, ada);
});

test.describe("with another user's browser", () => {
  let elsewhere: BrowserContext;
  let other: Page;

  test.beforeEach(async ({ browser, baseURL }) => {
    elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
    other = await elsewhere.newPage();
    await keepSession(other, grace);
  });
  test.afterEach(() => elsewhere.close());

  test("an assignment, a comment and a mention arrive live, and link to their task or comment", async ({
    page,
    server,
  }) => {
    await openLive(page, "/kanban");
    await expect(bell(page, "Inbox")).toBeVisible();
    await server.addTask(grace, { title: "Feed the cat", assignee_id: ada.user.id });
    await expect(bell(page, "Inbox, 1 unread")).toBeVisible();
    await other.goto(`/tasks/${task.id}`);
    for (const text of ["Which ones?", `The ferns, @${ada.user.name}?`]) {
      await other.getByLabel("Add a comment").fill(text);
      await other.getByRole("button", { name: "Add Comment" }).click();
      await expect(other.getByRole("article").filter({ hasText: text })).toBeVisible();
    }
    await expect(bell(page, "Inbox, 3 unread")).toBeVisible();
    await expect(page).toHaveTitle(/^\(3\) .+ · Taskdeck$/);
    // Only one window has the focus.
    await page.bringToFront();
    await bell(page, "Inbox, 3 unread").click();
    await expect(inbox(page).getByRole("link")).toHaveCount(3);
    await inbox(page)
      .getByRole("link", { name: /mentioned you/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`/tasks/${task.id}#comment-`));
    await expect(page.locator("[id^=comment-]:focus")).toContainText("The ferns");
    await expect(page.locator("[id^=comment-]:focus")).toBeInViewport();
    await expect(bell(page, "Inbox, 2 unread")).toBeVisible();
  });
});

test("two tabs agree on what is read @firefox", async ({ page, context, server }) => {
  await server.addTask(grace, { title: "Feed the cat", assignee_id: ada.user.id });
  await server.addTask(grace, { title: "Sweep the yard", assignee_id: ada.user.id });
  await openLive(page, "/profile");
  const second = await context.newPage();
  await second.goto("/tasks");
  await expect(bell(second, "Inbox, 2 unread")).toBeVisible();
  await bell(page, "Inbox, 2 unread").click();
  await inbox(page).getByRole("button", { name: "Mark all as read" }).click();
  await expect(page).toHaveTitle("Profile · Taskdeck");
  await second.bringToFront();
  await expect(bell(second, "Inbox")).toBeVisible();
  await expect(second).toHaveTitle("All Tasks · Taskdeck");
});

test("works by keyboard alone @firefox", async ({ page, server }) => {
  await server.addTask(grace, { title: "Feed the cat", assignee_id: ada.user.id });
  await server.addTask(grace, { title: "Sweep the yard", assignee_id: ada.user.id });
  await openLive(page, "/profile");
  await expect(bell(page, "Inbox, 2 unread")).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(inbox(page).getByRole("link", { name: /Sweep the yard/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(inbox(page)).toHaveCount(0);
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(inbox(page).getByRole("link", { name: /Sweep the yard/ })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(inbox(page).getByRole("link", { name: /Feed the cat/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Feed the cat" })).toBeFocused();
  await expect(page).toHaveTitle("(1) Feed the cat · Taskdeck");
});

test("the inbox and its settings are accessible", async ({ page, server }) => {
  await server.addTask(grace, { title: "Feed the cat", assignee_id: ada.user.id });
  await openLive(page, "/kanban");
  await bell(page, "Inbox, 1 unread").click();
  await expect(inbox(page).getByRole("link")).toHaveCount(1);
  await atEachSize(page, () => expectAccessible(page));
  await inbox(page).getByRole("button", { name: "Settings" }).click();
  await expect(inbox(page).getByRole("switch")).toHaveCount(5);
  await atEachSize(page, () => expectAccessible(page));
});
