import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/session.ts";
import type { TaskInput } from "#contract/task.ts";
import type { Team } from "#contract/team.ts";
import { atEachSize, card, expectNoSidewaysScroll } from "./support/app.ts";
import type { TestServer } from "./support/server.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

/** Changes of several tasks at once, the handover of tasks, and the teams of tasks. */

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
  await page.getByRole("menuitem", { name: item, exact: true }).click();
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
  await expect(bar(page).getByRole("button", { name: "Undo change of 3" })).toBeInViewport();
  await bar(page).getByRole("button", { name: "Undo change of 3" }).click();
  await expectToast(page, "3 tasks changed back");
  await expect(tasks(page).getByRole("img", { name: "Grace Hopper" })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
});

test("axe finds nothing with selected tasks, an open menu and a result", async ({
  page,
  server,
  openAs,
}) => {
  const admin = await server.signUp({ role: "admin" });
  await addTasks(server, admin, 3);
  await openAs(admin, "/tasks");
  await box(page, 2).check();
  await expect(bar(page)).toBeVisible();
  await atEachSize(page, () => expectAccessible(page));
  await bar(page).getByRole("button", { name: "Status" }).click();
  await expect(page.getByRole("menu")).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Done" }).click();
  await expectToast(page, "Status of 1 task changed to Done");
  await page.getByRole("button", { name: "Table" }).click();
  await box(page, 1).check();
  await expect(bar(page).getByText("1 selected")).toBeVisible();
  await atEachSize(page, () => expectAccessible(page));
  await bar(page).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await atEachSize(page, () => expectAccessible(page));
});

test("the open tasks of a deactivated user are handed over @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const admin = await server.signUp({ role: "admin" });
  const grace = await server.signUp({ email: "grace.hopper@example.com" });
  await server.signUp({ email: "alan.turing@example.com" });
  await addTasks(server, grace, 3);
  await openAs(admin, "/users");
  await page.getByRole("button", { name: "Deactivate Grace Hopper" }).click();
  await page.getByRole("button", { name: "Hand over 3 open tasks of Grace Hopper" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Grace Hopper has 3 open tasks.");
  await expectAccessible(page);
  await dialog.getByLabel("Hand over open tasks to").selectOption("Alan Turing");
  await dialog.getByRole("button", { name: "Hand over" }).click();
  await expectToast(page, "3 open tasks handed over to Alan Turing");
  await page.getByRole("button", { name: "Delete Alan Turing" }).click();
  await expect(dialog).toContainText("Alan Turing has 3 open tasks.");
  await expectAccessible(page);
  await dialog.getByLabel("Hand over open tasks to").selectOption("Me");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "User deleted");
  await page.goto("/tasks");
  await expect(tasks(page).getByRole("img", { name: "Ada Lovelace" })).toHaveCount(3);
  await expectNoSidewaysScroll(page);
});

test("a task's team shows to members, and leads to its tasks", async ({ page, server, openAs }) => {
  const admin = await server.signUp({ email: "root@example.com", role: "admin" });
  const body = { name: "Harbour", description: "" };
  const { team } = await server.call<{ team: Team }>("POST", "/api/teams", body, admin.accessToken);
  await server.addTask(admin, { title: "Paint the boat", team_id: team.id });
  await server.addTask(admin, { title: "Without a team" });
  await openAs(await server.signUp(), "/kanban");
  await page.getByRole("link", { name: "Team Harbour" }).first().click();
  await expect(page).toHaveURL(new RegExp(`/tasks\\?team=${team.id}$`));
  await expect(page.getByText("1 total task", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /Team Harbour/ })).toBeVisible();
  await expectAccessible(page);
  await card(page, "Paint the boat").click();
  await page
    .getByRole("complementary", { name: "Properties" })
    .getByRole("link", { name: "Team Harbour" })
    .click();
  await expect(page).toHaveURL(new RegExp(`/tasks\\?team=${team.id}$`));
});

test("all tasks that match are deleted and restored, across pages @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const admin = await server.signUp({ role: "admin" });
  await addTasks(server, admin, 53);
  await server.addTask(admin, { title: "Done already", status: "Done" });
  await openAs(admin, "/tasks?status=Todo");
  await box(page, 53).check();
  await bar(page).getByRole("checkbox", { name: "Select all 50" }).check();
  await bar(page).getByRole("button", { name: "Select all 53 that match" }).click();
  await expect(bar(page).getByText("53 selected (3 not shown)")).toBeVisible();
  await bar(page).getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Are you sure you want to delete these 53 tasks?");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "53 tasks deleted");
  await expect(page.getByText("No tasks found")).toBeVisible();
  await bar(page).getByRole("button", { name: "Undo deletion of 53" }).click();
  await expectToast(page, "53 tasks restored");
  await expect(page.getByText("53 total tasks")).toBeVisible();
});

test("everything works by keyboard alone @firefox", async ({ page, server, openAs }) => {
  const ada = await server.signUp();
  await addTasks(server, ada, 3);
  await openAs(ada, "/tasks");
  await card(page, "Task number 3").focus();
  await page.keyboard.press("x");
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
  await expect(bar(page).getByRole("button", { name: "Undo change of 2" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expectToast(page, "2 tasks changed back");
  await expect(bar(page).getByRole("button", { name: "Dismiss" })).toBeVisible();
});

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("tasks are selected and changed by tapping @chromium", async ({ page, server, openAs }) => {
    const ada = await server.signUp();
    await addTasks(server, ada, 2);
    await openAs(ada, "/tasks");
    await box(page, 1).tap();
    await box(page, 2).tap();
    await bar(page).getByRole("button", { name: "Due date" }).tap();
    await page.getByRole("menuitem", { name: /^Tomorrow/ }).tap();
    await expect(page.getByText(/^Due date of 2 tasks changed to /)).toBeVisible();
    await expect(tasks(page).locator("time")).toHaveCount(2);
  });
});
