import type { Page } from "@playwright/test";
import { card } from "./support/app.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const TITLE = "Water the plants";
const comments = (page: Page) => page.getByRole("region", { name: /^Comments/ });
const field = (page: Page) => page.getByLabel("Add a comment");

test("the history shows who changed which field, from and to which value, and updates live", async ({
  page,
  server,
  openAs,
}) => {
  const grace = await server.signUp({ email: "grace@example.com", role: "admin" });
  const task = await server.addTask(grace, { title: TITLE, description: "One\nTwo" });
  const me = await server.signUp();
  await openAs(me, `/tasks/${task.id}`);
  await page.getByRole("button", { name: "History" }).focus();
  await page.keyboard.press("Enter");
  const entries = page.getByRole("region", { name: "History" }).getByRole("listitem");
  await expect(entries).toHaveText([/created this task/]);
  await page.getByRole("button", { name: "Edit Task" }).click();
  const form = page.getByRole("dialog", { name: "Edit Task" });
  await form.getByLabel("Description").fill("One\nThree");
  await form.getByLabel("Priority").selectOption("High");
  await page.getByRole("button", { name: "Update Task" }).click();
  await expect(entries.first()).toContainText("changed the priority from");
  await expect(entries.first()).toContainText("changed the description");
  await page.getByText("Show text").click();
  await expect(page.locator("del")).toContainText("Two");
  await expect(page.locator("ins")).toContainText("Three");
  await expectAccessible(page);
});

test("one's own comment can be edited and deleted by keyboard, others' only by admins", async ({
  page,
  server,
  openAs,
}) => {
  const grace = await server.signUp({ email: "grace@example.com", role: "admin" });
  const task = await server.addTask(grace, { title: TITLE });
  await server.call(
    "POST",
    `/api/tasks/${task.id}/comments`,
    { comment: "Not mine" },
    grace.accessToken,
  );
  await openAs(await server.signUp(), `/tasks/${task.id}`);
  await expect(page.getByText("Not mine")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit comment" })).toHaveCount(0);
  await field(page).fill("Helo");
  await page.keyboard.press("Control+Enter");
  await expectToast(page, "Comment added ✅");
  await page.getByRole("button", { name: "Edit comment" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Edit comment")).toBeFocused();
  await page.getByLabel("Edit comment").fill("");
  await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await page.getByLabel("Edit comment").fill("Hello");
  await page.keyboard.press("Control+Enter");
  await expect(comments(page).getByText("Hello", { exact: true })).toBeVisible();
  await expect(comments(page).getByText(/^\(edited /)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete comment" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Are you sure you want to delete this comment?");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(comments(page).getByText("Hello", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: /^Comments/ })).toBeFocused();
});

test("an edit of a comment survives a reload @chromium", async ({ page, server, openAs }) => {
  const me = await server.signUp();
  const task = await server.addTask(me, { title: TITLE });
  await server.call("POST", `/api/tasks/${task.id}/comments`, { comment: "First" }, me.accessToken);
  await openAs(me, `/tasks/${task.id}`);
  await page.getByRole("button", { name: "Edit comment" }).click();
  await page.getByLabel("Edit comment").fill("First, and more");
  await page.reload();
  await page.getByRole("button", { name: "Edit comment" }).click();
  await expect(page.getByLabel("Edit comment")).toHaveValue("First, and more");
});

test("@ offers people by keyboard and by pointer @firefox", async ({ page, server, openAs }) => {
  const me = await server.signUp();
  const task = await server.addTask(me, { title: TITLE });
  await openAs(me, "/kanban");
  // Over the board, where Escape must close only the list.
  await card(page, TITLE).click();
  await field(page).fill("Ask ");
  await field(page).press("End");
  await page.keyboard.type("@");
  const list = page.getByRole("listbox", { name: "People to mention" });
  await expect(list.getByRole("option")).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(me.user.name.slice(0, 1).toLowerCase());
  await expect(list).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue(`Ask @${me.user.name} `);
  await page.keyboard.type("@");
  await list.getByRole("option").first().click();
  await expect(field(page)).toHaveValue(`Ask @${me.user.name} @${me.user.name} `);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expectToast(page, "Comment added ✅");
  expect(task.title).toBe(TITLE);
});
