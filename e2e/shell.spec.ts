import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { ILLEGAL_EVENT } from "#lib/machine.ts";
import { expectNoSidewaysScroll, expectPath } from "./support/app.ts";
import { expect, keepSession, test } from "./support/test.ts";

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
  await expect(menu.getByRole("link")).toHaveText(["Dashboard", "Progress", "Tasks", "Profile"]);
  for (const [name, path] of [
    ["Progress", "/kanban"],
    ["Tasks", "/tasks"],
    ["Profile", "/profile"],
    ["Dashboard", "/"],
  ] as const) {
    await menu.getByRole("link", { name }).click();
    await expect(page).toHaveURL((url) => url.pathname === path || url.pathname === "/dashboard");
    await expect(menu.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("a navigation updates the document title and moves the focus @firefox", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await server.signUp(), "/");
  await page.getByRole("navigation").getByRole("link", { name: "Progress" }).click();
  await expect(page).toHaveTitle("Progress · Taskdeck");
  await expect(page.getByRole("heading", { name: "Kanban Board" })).toBeVisible();
  const focused = page.locator(":focus");
  await expect(focused).not.toHaveRole("link");
  await page.goBack();
  await expect(page).not.toHaveTitle("Progress · Taskdeck");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the side menu opens as a drawer, and closes on a link", async ({
    page,
    server,
    openAs,
  }) => {
    await openAs(await server.signUp(), "/");
    const progress = page.getByRole("navigation").getByRole("link", { name: "Progress" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(progress).toBeHidden();
    await page.getByRole("button", { name: /menu/i }).click();
    await progress.click();
    await expectPath(page, "/kanban");
    await expect(page.getByRole("heading", { name: "Kanban Board" })).toBeVisible();
    await expect(progress).toBeHidden();
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

  // Except the board, whose three columns scroll sideways.
  test("no page is wider than the screen, also with text at 200 %", async ({
    page,
    server,
    openAs,
  }) => {
    const admin = await server.signUp({ role: "admin" });
    const title = "Averylongwordthatdoesnotendsoon".repeat(5);
    const task = { title, due_date: "2099-12-31", assignee_id: admin.user.id };
    const { id } = await server.addTask(admin, task);
    await openAs(admin, "/");
    for (const [path, text] of [
      ["/", "In Progress"],
      ["/tasks", title],
      [`/tasks/${id}`, title],
      ["/profile", "Sign Out Everywhere"],
      ["/teams", "Audit Log"],
      ["/users", admin.user.email],
      ["/audit", "Today"],
    ] as const) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(path);
      await expect(page.getByRole("main").getByText(text).first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      await expectNoSidewaysScroll(page);
    }
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
