import type { Page } from "@playwright/test";
import { card, column, dragTo } from "./support/app.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

/** The board's response says that only the newest card of Done is recent. */
async function makeOthersOld(page: Page): Promise<void> {
  await page.route("**/api/kanban/board*", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { recentDone: number };
    await route.fulfill({ response, json: { ...body, recentDone: 1 } });
  });
}

test.beforeEach(async ({ server, openAs, page }) => {
  const session = await server.signUp();
  for (const title of ["Bottom", "Middle", "Top"]) await server.addTask(session, { title });
  for (const title of ["Oldest", "Older", "Recent"]) {
    await server.addTask(session, { title, status: "Done" });
  }
  await makeOthersOld(page);
  await openAs(session, "/kanban");
  await expect(card(page, "Recent")).toBeVisible();
});

test("Done shows the recent cards, and the older ones after a key press; its count includes both", async ({
  page,
}) => {
  const done = column(page, "Done");
  await expect(done).toContainText("3");
  await expect(card(page, "Older")).toHaveCount(0);
  await dragTo(page, card(page, "Top"), done);
  await expect(done.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  await card(page, "Recent").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show 2 older" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(card(page, "Older")).toBeFocused();
  await expect(done.getByRole("listitem")).toHaveCount(4);
  await expect(page.getByRole("button", { name: /older/ })).toHaveCount(0);
});
