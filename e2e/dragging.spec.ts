import { card, centre, column, expectDraggable } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

const TITLE = "Water the plants";

let sendDragCode = (): void => undefined;

/** Shows the board. The drag-and-drop code loads only after `sendDragCode()`. */
test.beforeEach(async ({ server, openAs, page }) => {
  const isSent = new Promise<void>((resolve) => {
    sendDragCode = resolve;
  });
  await page.route("**/assets/dragging.*.js", async (route) => {
    await isSent;
    await route.continue();
  });
  const session = await server.signUp();
  await server.addTask(session, { title: TITLE });
  await openAs(session, "/kanban");
  await expect(card(page, TITLE)).toBeVisible();
});

test("a focused card keeps its element and its focus when the drag-and-drop code loads", async ({
  page,
}) => {
  await card(page, TITLE).focus();
  const element = await card(page, TITLE).elementHandle();
  sendDragCode();
  await expectDraggable(page);
  expect(await element?.evaluate((link) => link === document.activeElement)).toBe(true);
});

test("a card that is pressed before the drag-and-drop code loads can then be dragged @firefox", async ({
  page,
}) => {
  const from = await centre(card(page, TITLE));
  const to = await centre(column(page, "Done"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y);
  sendDragCode();
  await expectDraggable(page);
  await expect(async () => {
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await expect(page.getByText("Over Done.")).toBeAttached({ timeout: 500 });
    await page.mouse.move(from.x + 20, from.y);
  }).toPass();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await expect(card(column(page, "Done"), TITLE)).toBeVisible();
});

test("Space before the drag-and-drop code loads lifts the card once it has loaded", async ({
  page,
}) => {
  await card(page, TITLE).focus();
  await page.keyboard.press("Space");
  sendDragCode();
  await expect(page.getByText(`Lifted ${TITLE} in To Do.`)).toBeAttached();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expect(card(column(page, "In Progress"), TITLE)).toBeVisible();
});

test("a click on a card before the drag-and-drop code loads opens the task", async ({ page }) => {
  await card(page, TITLE).click();
  await expect(page).toHaveURL(/\/tasks\/[\w-]+$/);
});
