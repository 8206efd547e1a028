import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { ILLEGAL_EVENT } from "#lib/machine.ts";
import { expectPath } from "./support/app.ts";
import { expect, expectAccessible, keepSession, test } from "./support/test.ts";

test("the top bar shows the user, and the side menu links to the screens", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await server.signUp(), "/");
  const bar = page.getByRole("banner");
  await expect(bar).toContainText("Taskdeck");
  await expect(bar).toContainText("AL");
  await expect(bar).toContainText("Ada Lovelace");
  await expect(bar).toContainText(/member/i);

  const menu = page.getByRole("navigation");
  await expect(menu.getByRole("link")).toHaveText([
    "Dashboard",
    "Progress",
    "Tasks",
    // Beyond the specification.
    "My work",
    "What changed",
    "Profile",
  ]);
  for (const [name, path, title] of [
    ["Progress", "/kanban", "Kanban Board"],
    ["Tasks", "/tasks", "All Tasks"],
    ["Profile", "/profile", "Profile"],
    ["Dashboard", "/", "Dashboard"],
  ] as const) {
    await menu.getByRole("link", { name }).click();
    await expect(page).toHaveURL((url) => url.pathname === path || url.pathname === "/dashboard");
    await expect(menu.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Taskdeck`);
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the side menu opens as a drawer, with an admin's screens, and closes on a link", async ({
    page,
    server,
    openAs,
  }) => {
    await openAs(await server.signUp({ role: "admin" }), "/");
    const progress = page.getByRole("navigation").getByRole("link", { name: "Progress" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(progress).toBeHidden();
    await page.getByRole("button", { name: /menu/i }).click();
    await expect(progress).toBeVisible();
    await expectAccessible(page);
    await progress.click();
    await expectPath(page, "/kanban");
    await expect(page.getByRole("heading", { name: "Kanban Board" })).toBeVisible();
    await expect(progress).toBeHidden();

    await page.getByRole("button", { name: /menu/i }).click();
    const admin = page.getByRole("dialog", { name: "Menu" }).getByRole("list", { name: "Admin" });
    await expect(admin.getByRole("link")).toHaveText([
      "Teams",
      "Users",
      "Import",
      "Webhooks",
      "Audit Log",
    ]);
    const log = admin.getByRole("link", { name: "Audit Log" });
    await log.click();
    await expect(page.getByRole("heading", { name: "Audit Log" })).toBeVisible();
    await page.getByRole("button", { name: /menu/i }).click();
    await expect(log).toHaveAttribute("aria-current", "page");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Inbox/ }).click();
    await page.getByRole("tab", { name: "Messages" }).click();
    await expect(page.getByText("No messages yet")).toBeVisible();
  });

  test("a bar at the bottom has the screens, the inbox and the search, and one sheet the filters", async ({
    browser,
    server,
  }) => {
    const session = await server.signUp();
    await server.addTask(session, { title: "Feed the cat" });
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    const page = await context.newPage();
    await keepSession(page, session);
    await page.goto("/");
    const bar = page.getByRole("navigation", { name: "Quick access" });
    await expect(bar.getByRole("listitem")).toHaveText([
      "Dashboard",
      "Board",
      "Tasks",
      "Inbox",
      "Search",
    ]);
    await bar.getByRole("button", { name: "Inbox" }).tap();
    await expect(page.getByRole("dialog", { name: "Inbox" })).toBeVisible();
    await page.keyboard.press("Escape");
    await bar.getByRole("button", { name: "Search" }).tap();
    await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(bar.getByRole("button", { name: "Search" })).toBeFocused();

    await bar.getByRole("link", { name: "Tasks" }).tap();
    await expect(bar.getByRole("link", { name: "Tasks" })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("link", { name: "Feed the cat" })).toBeInViewport();
    await page.getByRole("button", { name: "Filters" }).tap();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await sheet.getByRole("button", { name: "High" }).tap();
    await expect(page.getByText("No tasks found")).toBeVisible();
    await expect(page.getByRole("button", { name: "Filters (1)" })).toBeVisible();
    await sheet.getByRole("button", { name: "Reset" }).tap();
    await expect(page.getByRole("link", { name: "Feed the cat" })).toBeVisible();
    await page.keyboard.press("Escape");

    // A finger opens the card instead of a value on it.
    const controls = page.locator("nav:visible :is(a, button), main button:not([data-fact])");
    for (const control of await controls.all()) {
      const { width = 0, height = 0 } = (await control.boundingBox()) ?? {};
      expect(Math.min(width, height), await control.innerText()).toBeGreaterThanOrEqual(44);
    }
    await context.close();
  });

  test("on its side the phone keeps the width for the content", async ({
    page,
    server,
    openAs,
  }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    const session = await server.signUp();
    await server.addTask(session, { title: "Feed the cat" });
    await openAs(session, "/kanban");
    const done = page.getByRole("region", { name: /^Done/ });
    await expect(page.getByRole("heading", { name: "Done" })).toBeVisible();
    await expect(page.getByRole("navigation")).toHaveCount(0);
    expect((await done.boundingBox())?.width).toBeGreaterThan(240);
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.getByRole("button", { name: /^Theme/ }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await menu.getByRole("button", { name: "Logout" }).click();
    await expectPath(page, "/login");
  });

  test("the top bar has room for name and role, also with the larger controls of a touch screen", async ({
    browser,
    server,
  }) => {
    const session = await server.signUp({ role: "admin" });
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    const page = await context.newPage();
    await keepSession(page, session);
    await page.goto("/");
    const role = page.getByRole("banner").getByText("Admin", { exact: true });
    await expect(role).toBeVisible();
    const { width = 0, height = 0 } = (await role.boundingBox()) ?? {};
    expect(width).toBeGreaterThan(height);
    const { height: bar = 0 } = (await page.getByRole("banner").boundingBox()) ?? {};
    expect(height).toBeLessThan(bar / 2);
    await context.close();
  });
});

test("the build contains no developer messages and no documentation @chromium", () => {
  const scripts = globSync(path.join(import.meta.dirname, "../dist/assets/*.js"));
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    const code = readFileSync(script, "utf8");
    expect(code, script).not.toContain(ILLEGAL_EVENT);
    // A sentence of the session machine's declaration.
    expect(code, script).not.toContain("Guarded screens are open");
  }
});
