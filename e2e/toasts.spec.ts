import type { Locator, Page } from "@playwright/test";
import { atEachSize, card, column } from "./support/app.ts";
import { fillForStates } from "./support/filledServer.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

test.use({ serverEnv: { WEBHOOK_PRIVATE_ADDRESSES: "on" } });

test("a toast appears top right, and closes after 3000 ms", async ({ page, server, openAs }) => {
  await openAs(await server.signUp(), "/profile");
  await page.getByRole("heading", { name: "Update Profile Information" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).first().click();
  const toast = page.getByText("Changes discarded");
  await expect(toast).toBeVisible();
  const shown = Date.now();
  const box = await toast.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box?.x).toBeGreaterThan(width / 2);
  expect(box?.y).toBeLessThan(height / 4);
  // The pointer stays away, because hovering keeps a toast open.
  await expect(toast).toBeHidden();
  expect(Date.now() - shown).toBeGreaterThan(2_000);
});

/** Expects that the toasts' area and an element don't overlap. */
async function expectApart(toasts: Locator, other: Locator) {
  const [a, b] = [await toasts.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error("Not shown");
  const isApart =
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  expect(isApart, JSON.stringify([a, b])).toBe(true);
}

const CONTROLS = "a, button, input, select, textarea, summary, label";

/** Expects that one could press no control where the toasts are, at any scroll position of the page. */
async function expectUncovered(toasts: Locator) {
  const found = await toasts.evaluate(async (region, controls) => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    const root = document.documentElement;
    const covered = new Set<string>();
    for (const part of [0, 0.3, 0.6, 1]) {
      const top = part * (root.scrollHeight - root.clientHeight);
      scrollTo({ top, behavior: "instant" });
      await nextFrame();
      await nextFrame();
      const at = region.getBoundingClientRect();
      region.style.visibility = "hidden";
      for (let y = at.top + 1; y < at.bottom; y += 6)
        for (let x = at.left + 1; x < at.right; x += 6) {
          const control = document.elementFromPoint(x, y)?.closest(controls);
          if (control) covered.add(`at ${part}: ${control.outerHTML.slice(0, 200)}`);
        }
      region.style.visibility = "";
    }
    return { height: region.getBoundingClientRect().height, covered: [...covered] };
  }, CONTROLS);
  expect(found.covered).toEqual([]);
  expect(found.height).toBeGreaterThan(0);
  expect(found.height).toBeLessThan(56);
}

/** From now on toasts stay, so that a slow machine doesn't look for them too late. */
const keepToasts = (page: Page) =>
  page.addInitScript(() => {
    // A toast's remaining time is measured again whenever the toasts change.
    const now = Date.now();
    Date.now = () => now;
    const wait = setTimeout.bind(window);
    const isToast = (ms = 0) => ms > 2000 && ms <= 3000;
    window.setTimeout = ((run: () => void, ms?: number, ...args: []) =>
      wait(run, isToast(ms) ? 600_000 : ms, ...args)) as typeof setTimeout;
  });

/** The address and the title of each screen. */
const SCREENS = [
  ["/dashboard", "Dashboard"],
  ["/kanban", "Kanban Board"],
  ["/tasks", "All Tasks"],
  ["/activity", "What changed"],
  ["/profile", "Profile"],
  ["/teams", "Teams"],
  ["/users", "Users"],
  ["/audit", "Audit Log"],
  ["/import", "Import"],
  ["/webhooks", "Webhooks"],
  ["/labels", "Labels"],
] as const;

test("toasts cover no control of any screen, dialog or menu, on a phone and on a desktop", async ({
  page,
  server,
  openAs,
}) => {
  await keepToasts(page);
  await openAs(await fillForStates(server), "/tasks");
  await page.getByRole("heading", { level: 1, name: "All Tasks" }).waitFor();
  const toasts = page.getByRole("region", { name: "Notifications" });
  const dialog = page.getByRole("dialog", { name: "Create New Task" });
  await page.keyboard.press("n");
  await dialog.getByLabel("Title").fill("Water the plants");
  await dialog.getByLabel("Title").press("Enter");
  await expectToast(page, "Task created successfully! ✅");
  await expect(dialog).toBeHidden();
  for (const [path, title] of SCREENS)
    await test.step(path, async () => {
      // Like a link of the app: the toast stays.
      await page.evaluate((address) => {
        history.pushState(null, "", address);
        dispatchEvent(new PopStateEvent("popstate"));
      }, path);
      await expect(page).toHaveTitle(new RegExp(`${title} · Taskdeck$`));
      await atEachSize(page, () => expectUncovered(toasts));
    });
  await page.keyboard.press("n");
  await expect(dialog).toBeVisible();
  await atEachSize(page, () => expectUncovered(toasts));
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await expectUncovered(toasts);
  await page.keyboard.press("Escape");
  // A window of 1280 × 1024 px at 400 % zoom.
  await page.setViewportSize({ width: 320, height: 256 });
  await expectUncovered(toasts);
});

test("on a phone a toast is in the top bar, whole and above a sheet", async ({
  page,
  server,
  openAs,
}) => {
  await keepToasts(page);
  await page.setViewportSize({ width: 320, height: 568 });
  const session = await server.signUp();
  await server.addTask(session, { title: "Feed the cat" });
  await openAs(session, "/kanban");
  await page.getByRole("button", { name: "Actions (Feed the cat)" }).click();
  await page.getByRole("menuitem", { name: "Move to In Progress" }).click();
  // A toast below the pointer would unfold.
  await page.mouse.move(0, 0);
  const toasts = page.getByRole("region", { name: "Notifications" });
  for (const text of ["Task moved to In Progress", "Feed the cat"]) {
    const line = toasts.getByText(text);
    const cut = await line.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(cut, text).toBeLessThanOrEqual(0);
  }
  await expectUncovered(toasts);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectUncovered(toasts);
  await expectApart(toasts, page.getByRole("link", { name: "your profile" }));
  await toasts.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "Create New Task" });
  await expect(dialog).toBeVisible();
  await expectUncovered(toasts);
});

test("toasts of moves name the tasks, merge, cover no control, and undo all of them", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  const titles = ["Feed the cat", "Water the plants", "Post a letter"];
  for (const title of titles) await server.addTask(session, { title });
  await openAs(session, "/kanban");
  for (const title of titles) {
    await page.getByRole("button", { name: `Actions (${title})` }).click();
    await page.getByRole("menuitem", { name: "Move to Done" }).click();
    await expect(card(column(page, "Done"), title)).toBeVisible();
  }
  const toasts = page.getByRole("region", { name: "Notifications" });
  await expectToast(page, "3 tasks moved to Done");
  await expectUncovered(toasts);
  await toasts.hover();
  await expect(toasts.getByText("Post a letter · Water the plants · Feed the cat")).toBeVisible();
  await expectApart(toasts, page.getByRole("button", { name: "Logout" }));
  await expectApart(toasts, column(page, "Done").getByRole("heading", { name: "Done" }));
  await expectApart(toasts, page.getByRole("button", { name: "Actions (Post a letter)" }));
  await expectAccessible(page);
  await toasts.getByRole("button", { name: "Undo" }).press("Enter");
  for (const title of titles) await expect(card(column(page, "To Do"), title)).toBeVisible();
  await expectToast(page, "3 tasks moved to Todo");
});

/** Phones, a phone on its side, a tablet and a small window. */
const SMALL_SIZES = [
  [320, 568],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1000, 700],
] as const;

test("a full board and a long error leave all controls uncovered, also on small screens", async ({
  page,
  server,
  openAs,
}) => {
  await keepToasts(page);
  const session = await server.signUp();
  for (let index = 0; index < 14; index += 1)
    await server.addTask(session, { title: `Water the plants in room ${index}` });
  await page.route("**/api/kanban/*/status", async (route) => {
    const error = "The plants of this floor are watered by the people of the other floor. ".repeat(
      3,
    );
    await route.fulfill({ status: 409, json: { error } });
  });
  const toasts = page.getByRole("region", { name: "Notifications" });
  await openAs(session, "/kanban");
  await page.getByRole("button", { name: "Actions (Water the plants in room 13)" }).click();
  await page.getByRole("menuitem", { name: "Move to Done" }).click();
  await expect(toasts.getByRole("alert")).toBeVisible();
  for (const [width, height] of SMALL_SIZES)
    await test.step(`${width} × ${height} px`, async () => {
      await page.setViewportSize({ width, height });
      await expectUncovered(toasts);
    });
});

test("the toast of a created task opens the task", async ({ page, server, openAs }) => {
  await openAs(await server.signUp(), "/tasks");
  await page.getByRole("button", { name: "+ Add Task" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Task" });
  await dialog.getByLabel("Title").fill("Water the plants");
  await dialog.getByLabel("Title").press("Enter");
  await expectToast(page, "Task created successfully! ✅");
  await page.getByRole("link", { name: "Open", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: "Water the plants" })).toBeVisible();
});
