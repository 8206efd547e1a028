import type { Page } from "@playwright/test";
import type { TeamResponse } from "#contract/shapes/team.ts";
import { card, column, expectDraggable } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

/** More cards than a column renders at once. */
const LONG = 60;

const title = (index: number) => `Task ${String(index).padStart(2, "0")}`;

test.beforeEach(async ({ server, openAs, page }) => {
  const session = await server.signUp({ role: "admin" });
  const { team } = await server.call<TeamResponse>(
    "POST",
    "/api/teams",
    { name: "Garden" },
    session.accessToken,
  );
  for (let index = 1; index <= LONG; index += 1) {
    await server.addTask(session, { title: title(index), team_id: team.id });
  }
  await server.addTask(session, { title: "Sweep the yard", status: "Done" });
  await openAs(session, "/kanban");
  // The newest card is on top.
  await expect(card(column(page, "To Do"), title(LONG))).toBeVisible();
  // The keys come with the code for dragging.
  await expectDraggable(page);
});

/** Presses Tab until a card of the column has the focus. */
async function tabInto(page: Page, label: "To Do" | "Done"): Promise<void> {
  for (let count = 1; count <= 30; count += 1) {
    await page.keyboard.press("Tab");
    if ((await column(page, label).locator("[data-card] :focus").count()) > 0) return;
  }
  throw new Error(`Tab never leads into ${label}`);
}

test("Tab stops at one card of each column, and the arrow keys lead to every card @firefox", async ({
  page,
}) => {
  await page.locator("#content").focus();
  await tabInto(page, "To Do");
  await expect(card(page, title(LONG))).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(card(page, title(LONG - 1))).toBeFocused();
  // The "+" buttons of the two columns on the right come first in the tab order.
  for (let count = 1; count <= 3; count += 1) await page.keyboard.press("Tab");
  await expect(card(page, "Sweep the yard")).toBeFocused();
  for (let count = 1; count <= 3; count += 1) await page.keyboard.press("Shift+Tab");
  await expect(card(page, title(LONG - 1))).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(card(page, "Sweep the yard")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Home");
  await expect(card(page, title(LONG))).toBeFocused();
  await page.keyboard.press("m");
  await expect(page.getByRole("menuitem", { name: "Move to In Progress" })).toBeFocused();
});

test("End and held arrow keys scroll a long column to cards that it had not rendered @firefox", async ({
  page,
}) => {
  await card(page, title(LONG)).focus();
  await expect(card(page, title(1))).toHaveCount(0);
  await page.keyboard.press("End");
  await expect(card(page, title(1))).toBeFocused();
  await expect(card(page, title(1))).toBeInViewport();
  for (let index = 2; index <= 20; index += 1) {
    await page.keyboard.press("ArrowUp");
    await expect(card(page, title(index))).toBeFocused();
  }
  await expect(card(page, title(20))).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Home");
  await expect(card(page, title(LONG))).toBeFocused();
});

test("a click without a pointer on a card's handle lifts it, and each step announces the position @firefox", async ({
  page,
}) => {
  const name = `Move: ${title(LONG)}, To Do, 1 of ${LONG}`;
  const handle = page.getByRole("button", { name });
  // In a screen reader's browse mode, Space and Enter send a click without a key.
  await handle.dispatchEvent("click");
  await expect(page.getByText(`Lifted ${title(LONG)} in To Do. 1 of ${LONG}.`)).toBeAttached();
  const lifted = page.getByRole("application", { name: title(LONG), exact: true });
  await expect(lifted).toBeFocused();
  // Orca leaves browse mode only for an application inside of another one.
  await expect(page.getByRole("application").filter({ has: lifted })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("Over In Progress. 1 of 1.")).toBeAttached();
  await page.keyboard.press("Escape");
  const back = `Cancelled. ${title(LONG)} is back in To Do. 1 of ${LONG}.`;
  await expect(page.getByText(back)).toBeAttached();
  await expect(card(page, title(LONG))).toBeFocused();
  // Voice control needs the menu's name.
  const menu = page.getByRole("button", { name: `Actions (${title(LONG)})` }).locator("..");
  const label = await menu.evaluate((element) => getComputedStyle(element, "::before").content);
  expect(label).toContain('"Actions"');
  await handle.focus();
  await page.keyboard.press("Enter");
  await expect(lifted).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("Over Done. 1 of 2.")).toBeAttached();
  await page.keyboard.press("Space");
  await expect(page.getByText("Dropped in Done. 1 of 2.")).toBeAttached();
  await expect(card(column(page, "Done"), title(LONG))).toBeFocused();
});

test("keys that are pressed at the first paint, before their code is there, are not lost", async ({
  page,
}) => {
  /** Reloads, and presses a key as soon as a card shows and has the focus. */
  async function pressAtOnce(...keys: string[]) {
    await page.reload({ waitUntil: "commit" });
    await page.waitForFunction(
      () => {
        const link = document.querySelector<HTMLElement>("[data-card] a");
        link?.focus();
        return link !== null;
      },
      undefined,
      { polling: "raf" },
    );
    for (const key of keys) await page.keyboard.press(key);
  }
  await pressAtOnce("/");
  await expect(page.getByRole("searchbox", { name: "Search the board" })).toBeFocused();
  await pressAtOnce("x");
  await expect(page.getByText("1 selected")).toBeVisible();
  await pressAtOnce("ArrowDown", "x", "Shift+ArrowDown", "Shift+ArrowDown");
  await expect(page.getByText("3 selected")).toBeVisible();
  await expect(page.getByRole("link", { name: `${title(LONG - 3)} (selected)` })).toBeFocused();
  await pressAtOnce("p", "h");
  const high = await page.getByRole("option", { name: "High" }).getAttribute("id");
  await expect(page.getByRole("listbox")).toHaveAttribute("aria-activedescendant", high ?? "");
  await pressAtOnce("m");
  await expect(page.getByRole("menuitem", { name: "Move to In Progress" })).toBeFocused();
  await pressAtOnce("s");
  await expect(page.getByRole("listbox")).toBeVisible();
  await pressAtOnce("d");
  await expect(page.getByRole("dialog", { name: /^Due date/ })).toBeVisible();
});

test("a key that is pressed while the next screen loads reaches that screen", async ({ page }) => {
  await page.locator("#content").focus();
  for (const key of ["g", "t", "/"]) await page.keyboard.press(key);
  await expect(page.getByRole("searchbox", { name: "Search tasks" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).focus();
  for (const key of ["g", "b", "/"]) await page.keyboard.press(key);
  await expect(page.getByRole("searchbox", { name: "Search the board" })).toBeFocused();
});
