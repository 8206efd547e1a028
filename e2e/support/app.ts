import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import type { Credentials } from "#contract/session.ts";

/** The viewports in which the whole app is tested. */
const DEVICES = [
  { device: "desktop", viewport: { width: 1280, height: 800 } },
  { device: "phone", viewport: { width: 390, height: 844 } },
] as const;

/** Runs a check with the page as wide as a phone, and then as a desktop. */
export async function atEachSize(page: Page, check: () => Promise<void>): Promise<void> {
  for (const { viewport } of DEVICES.toReversed()) {
    await page.setViewportSize(viewport);
    await check();
  }
}

/** A column of the board, by its label. */
export function column(page: Page, label: "To Do" | "In Progress" | "Done"): Locator {
  return page.getByRole("region", { name: label, exact: true });
}

/** A task's card in a column or on the page: the link that opens and lifts it. */
export function card(within: Page | Locator, title: string): Locator {
  return within.getByRole("link", { name: title, exact: true });
}

/** Fills and sends the sign-in form. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** The centre of an element, which must be visible. */
export async function centre(element: Locator): Promise<{ x: number; y: number }> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error("It is not visible");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The banner that says whether the server can be reached, and how old the shown data is. */
export const banner = (page: Page) => page.getByRole("status", { name: "Connection" });

/** From now on, pages of this browser show nothing from the last visit while they load. */
export async function forgetLastVisit(page: Page): Promise<void> {
  await page.addInitScript(() => {
    try {
      localStorage.setItem("sharedComputer", "true");
    } catch {
      // The browser's first, empty page has no storage.
    }
  });
}

/** Waits until the drag-and-drop code has loaded, which adds the library's styles. */
export async function expectDraggable(page: Page): Promise<void> {
  // The code loads when the page is first used, or after 5 s.
  await page.mouse.move(1, 1);
  await expect(page.locator("style[data-rfd-always]")).toHaveCount(1);
}

/** Drags with the mouse as a user does: press, move a little, move to the target, release. */
export async function dragTo(page: Page, what: Locator, where: Locator): Promise<void> {
  await expectDraggable(page);
  const from = await centre(what);
  const to = await centre(where);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 6, from.y + 8, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.mouse.move(to.x + 1, to.y + 1);
  await page.mouse.up();
}

/** Expects the app to be at this path, within the timeout of `expect`. */
export async function expectPath(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === path);
}

/** Expects that the page can't be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, page.url()).toBeLessThanOrEqual(0);
}

/** Holds requests back until the returned function is called. */
export async function holdRequests(
  from: Page | BrowserContext,
  url: string | RegExp,
): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await from.route(url, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** Leaves a form without saving, and confirms that in the dialog. */
export async function discard(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
}
