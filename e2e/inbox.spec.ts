import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { expect, keepSession, test } from "./support/test.ts";

const GRACE = { email: "grace.hopper@example.com" };

let ada: SessionResponse;
let grace: SessionResponse;

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
  await keepSession(page, ada);
});

test("assignments arrive live, and two tabs agree on what is read @firefox", async ({
  page,
  context,
  server,
}) => {
  await openLive(page, "/profile");
  await expect(bell(page, "Inbox")).toBeVisible();
  await server.addTask(grace, { title: "Feed the cat", assignee_id: ada.user.id });
  await server.addTask(grace, { title: "Sweep the yard", assignee_id: ada.user.id });
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

test("works by keyboard alone", async ({ page, server }) => {
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
