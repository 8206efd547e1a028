import type { Page } from "@playwright/test";
import { paths } from "#lib/address/paths.ts";
import { expectPath } from "./support/app.ts";
import { expect, expectToast, test } from "./support/test.ts";

const WORDS = "Are you sure you want to delete this task? This action cannot be undone.";

const form = (page: Page, title: string) => page.getByRole("dialog", { name: title });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

test("a task can be created, opened, edited and deleted by keyboard @firefox", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await server.signUp(), paths.tasks);
  await page.getByRole("button", { name: "+ Add Task" }).press("Enter");
  const create = form(page, "Create New Task");
  await expect(create.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("  Water the plants  ");
  await page.keyboard.press("Enter");
  await expectToast(page, "Task created successfully! ✅");
  await expect(create).toBeHidden();
  await expect(page.getByRole("button", { name: "+ Add Task" })).toBeFocused();

  await page.getByRole("link", { name: "Water the plants" }).click();
  await expect(heading(page, "Water the plants")).toBeFocused();
  // The task is shown over the list.
  const task = page.getByRole("dialog", { name: "Task", exact: true });
  await expect(page.getByText("No due date")).toBeVisible();
  await expect(page.getByText("No description provided.")).toBeVisible();

  await page.getByRole("button", { name: "Edit Task" }).click();
  const edit = form(page, "Edit Task");
  await edit.getByLabel("Description").fill("Twice a day:\n- at dawn\n- at dusk");
  await edit.getByLabel("Due Date").fill("2999-03-08");
  await edit.getByLabel("Assignee").selectOption("Unassigned");
  await edit.getByRole("button", { name: "Update Task" }).click();
  await expectToast(page, "Task updated successfully! ✅");
  await expect(task.getByText("Mar 08, 2999")).toBeVisible();
  await expect(task.getByText("Unassigned")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "at dusk" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Task" })).toBeFocused();

  await page.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(WORDS);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Delete" })).toBeFocused();
  await page.getByRole("button", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "Task deleted successfully");
  await expectPath(page, paths.tasks);
  await expect(page.getByText("No tasks found")).toBeVisible();
  await expect(heading(page, "All Tasks")).toBeFocused();
});

test.describe("where tomorrow begins first", () => {
  test.use({ timezoneId: "Pacific/Kiritimati" });

  test("today is the user's day, and due dates never shift", async ({ page, server, openAs }) => {
    const session = await server.signUp();
    const task = await server.addTask(session, { title: "Due", due_date: "2999-03-08" });
    // 00:30 on the next day.
    await page.clock.setFixedTime(new Date("2026-03-08T10:30:00Z"));
    await openAs(session, paths.task(task.id));
    await expect(page.getByText("Mar 08, 2999")).toBeVisible();
    await page.getByRole("button", { name: "Edit Task" }).click();
    const due = form(page, "Edit Task").getByLabel("Due Date");
    await expect(due).toHaveValue("2999-03-08");
    await expect(due).toHaveAttribute("min", "2026-03-09");
    await due.fill("2026-03-08");
    await page.getByRole("button", { name: "Update Task" }).click();
    await expect(page.getByText("Due date cannot be in the past")).toBeVisible();
  });
});
