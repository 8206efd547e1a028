import type { Locator, Page } from "@playwright/test";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import { card, expectNoSidewaysScroll } from "./support/app.ts";
import type { TestServer } from "./support/server.ts";
import { expect, expectToast, test } from "./support/test.ts";

/* Changes of several tasks at once. */

async function addTasks(
  server: TestServer,
  session: SessionResponse,
  count: number,
  more: Partial<TaskInput> = {},
): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await server.addTask(session, { title: `Task number ${number}`, ...more });
  }
}

const tasks = (page: Page) => page.getByRole("region", { name: "Tasks", exact: true });
const box = (page: Page, number: number) =>
  page.getByRole("checkbox", { name: `Select Task number ${number}`, exact: true });
const bar = (page: Page) => page.getByRole("region", { name: "Selected tasks" });

async function choose(page: Page, menu: string, item: string) {
  await bar(page).getByRole("button", { name: menu, exact: true }).click();
  await page.getByRole("listbox").getByRole("option", { name: item, exact: true }).click();
}

test("a range of tasks is handed over with four clicks, and Undo takes it back", async ({
  page,
  server,
  openAs,
}) => {
  const ada = await server.signUp();
  await server.signUp({ email: "grace.hopper@example.com" });
  await addTasks(server, ada, 5);
  await openAs(ada, "/tasks");
  await box(page, 4).click();
  await box(page, 2).click({ modifiers: ["Shift"] });
  await expect(bar(page).getByText("3 selected")).toBeVisible();
  await choose(page, "Assignee", "Grace Hopper");
  await expectToast(page, "Assignee of 3 tasks changed to Grace Hopper");
  await expect(tasks(page).getByRole("img", { name: "Grace Hopper" })).toHaveCount(3);
  await expect(bar(page).getByText("3 selected")).toBeInViewport();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expectToast(page, "Change undone");
  await expect(tasks(page).getByRole("img", { name: "Grace Hopper" })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
});

test("on a phone the bar for the thumb and a toast leave the selection's bar free", async ({
  page,
  server,
  openAs,
}) => {
  const ada = await server.signUp();
  await addTasks(server, ada, 12);
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(ada, "/tasks");
  await box(page, 12).click();
  await choose(page, "Priority", "High");
  await expectToast(page, "Priority changed to High");
  const place = async (part: Locator) => {
    const found = await part.boundingBox();
    return { top: found?.y ?? 0, bottom: (found?.y ?? 0) + (found?.height ?? 0) };
  };
  const thumb = await place(page.getByRole("navigation", { name: "Quick access" }));
  const own = await place(bar(page));
  expect(own.bottom).toBeLessThanOrEqual(thumb.top);
  await expect
    .poll(async () => (await place(page.locator("[data-toast]").first())).bottom)
    .toBeLessThanOrEqual(own.top);
});

test("everything works by keyboard alone @firefox", async ({ page, server, openAs }) => {
  const ada = await server.signUp();
  await addTasks(server, ada, 3);
  await openAs(ada, "/tasks");
  await card(page, "Task number 3").focus();
  await page.keyboard.press("x");
  // A key that waits for its code is forgotten when the focus moves.
  await expect(bar(page).getByText("1 selected")).toBeVisible();
  await card(page, "Task number 1").focus();
  await page.keyboard.press("x");
  await expect(bar(page).getByText("2 selected")).toBeVisible();
  await page.keyboard.press(".");
  await expect(bar(page).getByRole("button", { name: "Status" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("h");
  await page.keyboard.press("Enter");
  await expectToast(page, "Priority of 2 tasks changed to High");
  // Enter must not open the picker again.
  await expect(card(page, "Task number 1")).toBeFocused();
  await page.keyboard.press("Control+z");
  await expectToast(page, "Change undone");
});

test("one model of keys: after ticks by mouse and after each change letters go on, in cards, table and board @firefox", async ({
  page,
  server,
  openAs,
}) => {
  const ada = await server.signUp();
  await addTasks(server, ada, 4);
  await openAs(ada, "/tasks");
  async function makeHigh() {
    await page.keyboard.press("p");
    await page.keyboard.press("h");
    await page.keyboard.press("Enter");
    await expectToast(page, "Priority of 2 tasks changed to High");
  }
  for (const layout of ["Cards", "Table"]) {
    await page.getByRole("button", { name: layout, exact: true }).click();
    await box(page, 4).click();
    await box(page, 3).click();
    await makeHigh();
    await expect(box(page, 3)).toBeFocused();
    await bar(page).getByRole("button", { name: "Status" }).click();
    await page.getByRole("listbox").getByRole("option", { name: "In Progress" }).click();
    await expectToast(page, "2 tasks moved to In Progress");
    await expect(box(page, 3)).toBeFocused();
    await page.keyboard.press("Control+z");
    await expect(tasks(page).getByText("In Progress")).toHaveCount(0);
    await page.keyboard.press("Control+z");
    await expect(tasks(page).getByText("High")).toHaveCount(0);
    await page.keyboard.press("Escape");
  }
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("ArrowDown");
  await expect(card(page, "Task number 3")).toBeFocused();
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("Shift+K");
  await expect(bar(page).getByText("2 selected")).toBeVisible();

  await page.goto("/kanban");
  await expect(card(page, "Task number 4")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(card(page, "Task number 4")).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+J");
  const cards = page.getByRole("region", { name: "Selected cards" });
  await expect(cards).toContainText("2 selected");
  await page.keyboard.press("j");
  await expect(card(page, "Task number 2")).toBeFocused();
  await makeHigh();
  await expect(card(page, "Task number 2")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Task number 2" })).toBeFocused();
});

test("at 400 % zoom the bar of selected tasks and a form's buttons scroll away, and a dialog's text scrolls by keys @firefox", async ({
  page,
  server,
  openAs,
}) => {
  const ada = await server.signUp();
  await addTasks(server, ada, 12);
  await page.setViewportSize({ width: 320, height: 256 });
  await openAs(ada, "/tasks");
  await box(page, 4).click();
  await page.getByRole("heading", { level: 1 }).scrollIntoViewIfNeeded();
  await expect(bar(page)).not.toBeInViewport();
  await bar(page).scrollIntoViewIfNeeded();
  await expect(bar(page)).toBeInViewport();
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const body = dialog.getByRole("group", { name: "Keyboard shortcuts" });
  await body.focus();
  await expect(body).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => body.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: "Create New Task" });
  const create = form.getByRole("button", { name: "Create Task" });
  await expect(form.getByLabel("Title")).toBeInViewport();
  await expect(create).not.toBeInViewport();
  await form.press("PageDown");
  await expect(form.getByLabel("Title")).not.toBeInViewport();
  await create.focus();
  await expect(create).toBeInViewport({ ratio: 1 });
});
