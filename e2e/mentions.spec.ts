import type { Page } from "@playwright/test";
import { card } from "./support/app.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const TITLE = "Water the plants";
const field = (page: Page) => page.getByLabel("Add a comment");

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
