import type { Page } from "@playwright/test";
import { card, column, expectPath, signIn } from "./support/app.ts";
import { FaultProxy } from "./support/faultProxy.ts";
import { ACCOUNT } from "./support/server.ts";
import { expect, expectToast, keepSession, test } from "./support/test.ts";

const EXPIRED = "Session expired. Please login again.";
const REFRESH = "POST /api/auth/refresh";
const ME = "GET /api/auth/me";
const BOARD = "GET /api/kanban/board";
const BOARD_URL = "**/api/kanban/board?*";
const BOB = { ...ACCOUNT, email: "bob.kahn@example.com" };

/** The requests after the screen's content, when the browser is idle. */
const LATER = new Set([
  "/api/events",
  "/api/inbox",
  "/api/links",
  "/api/profile/calendar",
  "/api/tokens",
]);

/** Records a page's calls of the API in order, except those in LATER. */
function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/api/") || LATER.has(pathname)) return;
    calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

const countOf = (calls: string[], name: string) => calls.filter((call) => call === name).length;

/** Delays the app's code until `before` is done, so that only the first script runs. */
async function delayApp(page: Page, before: () => Promise<unknown>): Promise<void> {
  await page.route("**/assets/main.*.js", async (route) => {
    await before();
    await route.continue();
  });
}

/** Responds to the next call of `url` with a failure. */
async function failOnce(page: Page, url: string, status: number): Promise<void> {
  const json = { error: "Something went wrong" };
  await page.route(url, (route) => route.fulfill({ status, json }), { times: 1 });
}

for (const [path, calls, later = []] of [
  ["/", [ME, "GET /api/dashboard/stats", "GET /api/tasks/overdue"]],
  ["/kanban", [ME, BOARD, "GET /api/users"]],
  ["/tasks?status=Todo", [ME, "GET /api/tasks/search", "GET /api/users"]],
  ["/profile", [ME, "GET /api/profile"]],
  ["/teams", [ME, "GET /api/teams"]],
  ["/users", [ME, "GET /api/users"], ["GET /api/user-runs"]],
] as const) {
  test(`${path} sends one refresh, and each call once, before the app's code loads`, async ({
    page,
    server,
    openAs,
  }) => {
    const session = await server.signUp({ role: "admin" });
    await server.addTask(session, { title: "Feed the cat" });
    const sent = recordCalls(page);
    await delayApp(page, () => expect.poll(() => sent.length).toBe(calls.length + 1));
    await openAs(session, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
    await page.waitForLoadState("load");
    expect(sent[0]).toBe(REFRESH);
    await expect.poll(() => sent.slice(1).sort()).toEqual([...calls, ...later].sort());
  });
}

test("a task's page fetches the task and its comments early @firefox", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  const { id } = await server.addTask(session, { title: "Feed the cat" });
  const sent = recordCalls(page);
  await delayApp(page, () => expect.poll(() => sent.length).toBe(4));
  await openAs(session, `/tasks/${id}`);
  await expect(page.getByRole("heading", { name: "Feed the cat" })).toBeVisible();
  await expect(page.getByLabel("Add a comment")).toBeVisible();
  expect(countOf(sent, `GET /api/tasks/${id}`)).toBe(1);
  expect(countOf(sent, `GET /api/tasks/${id}/comments`)).toBe(1);
});

test.describe("an early call of the board @chromium", () => {
  for (const [what, status, refreshes] of [
    ["is refused", 401, 2],
    ["fails because the server is overloaded", 503, 1],
    ["fails with 500", 500, 1],
  ] as const) {
    test(`is retried by the app if it ${what}`, async ({ page, server, openAs }) => {
      const session = await server.signUp();
      await server.addTask(session, { title: "Feed the cat" });
      const sent = recordCalls(page);
      await failOnce(page, BOARD_URL, status);
      await openAs(session, "/kanban");
      if (status === 500) await expectToast(page, "Failed to load kanban board");
      await expect(card(page, "Feed the cat")).toBeVisible();
      expect(countOf(sent, BOARD)).toBe(2);
      expect(countOf(sent, REFRESH)).toBe(refreshes);
      await expectPath(page, "/kanban");
    });
  }

  test("is awaited by the app if it has no response yet", async ({ page, server, openAs }) => {
    const session = await server.signUp();
    await server.addTask(session, { title: "Feed the cat" });
    const sent = recordCalls(page);
    await page.route(BOARD_URL, async (route) => {
      await expect(page.getByRole("heading", { name: "Kanban Board" })).toBeVisible();
      await route.continue();
    });
    await openAs(session, "/kanban");
    await expect(card(column(page, "To Do"), "Feed the cat")).toBeVisible();
    expect(countOf(sent, BOARD)).toBe(1);
  });

  test("is sent again if its response is truncated", async ({ page, server, problems }) => {
    problems.expect(/Failed to load resource/);
    const session = await server.signUp();
    await server.addTask(session, { title: "Feed the cat" });
    const network = await FaultProxy.start(server.url);
    const fault = network.fault("cut", {
      matches: ({ path }) => path === "/api/kanban/board",
      times: 1,
    });
    const sent = recordCalls(page);
    await page.goto(`${network.url}/login`);
    await page.evaluate(({ refreshToken, user }) => {
      localStorage.setItem("refreshToken", refreshToken);
      localStorage.setItem("user", JSON.stringify(user));
    }, session);
    await page.goto(`${network.url}/kanban`);
    await expect(card(page, "Feed the cat")).toBeVisible();
    expect(fault.hits).toBe(1);
    expect(countOf(sent, BOARD)).toBe(2);
    expect(countOf(sent, REFRESH)).toBe(1);
    await network.close();
  });
});

test.describe("an early refresh @chromium", () => {
  test("that is refused is reported when the app starts", async ({ page, server, openAs }) => {
    const session = await server.signUp();
    const sent = recordCalls(page);
    const refused = page.waitForResponse("**/api/auth/refresh");
    await delayApp(page, () => refused);
    await openAs({ ...session, refreshToken: "made up" }, "/kanban");
    await expectToast(page, EXPIRED);
    await expectPath(page, "/login");
    expect(await page.getByText(EXPIRED).count()).toBeLessThan(2);
    expect(countOf(sent, REFRESH)).toBe(1);
    expect(countOf(sent, ME)).toBe(0);
  });

  test("that fails because the server is overloaded is retried", async ({
    page,
    server,
    openAs,
  }) => {
    const session = await server.signUp();
    await server.addTask(session, { title: "Feed the cat" });
    const sent = recordCalls(page);
    await failOnce(page, "**/api/auth/refresh", 503);
    await openAs(session, "/kanban");
    await expect(card(page, "Feed the cat")).toBeVisible();
    expect(countOf(sent, REFRESH)).toBe(2);
    expect(countOf(sent, BOARD)).toBe(1);
  });
});

test.describe("a session that another tab changes before the app starts", () => {
  test("a sign-out redirects to the sign-in screen, without a toast", async ({
    page,
    server,
    openAs,
    context,
  }) => {
    const session = await server.signUp();
    const other = await context.newPage();
    await keepSession(other, session);
    await other.goto("/profile");
    await delayApp(page, async () => {
      await other.getByRole("button", { name: "Logout" }).click();
      await expectPath(other, "/login");
    });
    await openAs(session, "/kanban");
    await expectPath(page, "/login");
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await expect(page.getByText(EXPIRED)).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();
  });

  test("another user's sign-in shows that user's board @firefox", async ({
    page,
    server,
    openAs,
    context,
  }) => {
    const session = await server.signUp();
    await server.signUp(BOB);
    const other = await context.newPage();
    await keepSession(other, session);
    await other.goto("/profile");
    const sent = recordCalls(page);
    await delayApp(page, async () => {
      await expect.poll(() => countOf(sent, BOARD)).toBe(1);
      await other.getByRole("button", { name: "Logout" }).click();
      await signIn(other, BOB);
      await expectPath(other, "/");
    });
    await openAs(session, "/kanban");
    await expect(page.getByRole("banner").getByText("Bob Kahn")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Kanban Board" })).toBeVisible();
    await expect.poll(() => countOf(sent, BOARD)).toBe(2);
  });
});
