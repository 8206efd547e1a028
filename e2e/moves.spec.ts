import type { Page } from "@playwright/test";
import { card, column, dragTo } from "./support/app.ts";
import { expect, expectToast, test } from "./support/test.ts";

const TITLE = "Water the plants";

test.beforeEach(async ({ server, openAs, page }) => {
  const session = await server.signUp();
  await server.addTask(session, { title: TITLE });
  await openAs(session, "/kanban");
  await expect(card(column(page, "To Do"), TITLE)).toBeVisible();
});

/** Expects a card in one column only. */
async function expectIn(page: Page, label: "To Do" | "In Progress" | "Done") {
  await expect(card(column(page, label), TITLE)).toBeVisible();
  await expect(card(page, TITLE)).toHaveCount(1);
}

test("a move can be undone by the toast's button and by Ctrl+Z", async ({ page }) => {
  await dragTo(page, card(page, TITLE), column(page, "Done"));
  await expectToast(page, "Task moved to Done");
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expectIn(page, "To Do");
  await expectToast(page, "Task moved to Todo");
  await expect(card(page, TITLE)).toBeFocused();

  await page.getByRole("button", { name: `Move to… (${TITLE})` }).click();
  await page.getByRole("menuitem", { name: "Move to In Progress" }).click();
  await expectIn(page, "In Progress");
  await page.keyboard.press("ControlOrMeta+z");
  await expectIn(page, "To Do");
  await expect(card(page, TITLE)).toBeFocused();
  await expect(page.getByText("Task moved to Todo").last()).toBeVisible();
  await page.reload();
  await expectIn(page, "To Do");
});
