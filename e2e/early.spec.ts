import type { Page } from "@playwright/test";
import { expectPath, forgetLastVisit, holdRequests, signIn } from "./support/app.ts";
import { ACCOUNT } from "./support/server.ts";
import { expect, keepSession, test } from "./support/test.ts";

const REFRESH = "POST /api/auth/refresh";
const ME = "GET /api/auth/me";
const BOARD = "GET /api/kanban/board";
const BOB = { ...ACCOUNT, email: "bob.kahn@example.com" };

/** The requests after the screen's content, when the browser is idle. */
const LATER = new Set([
  "/api/events",
  "/api/inbox",
  "/api/links",
  "/api/profile/calendar",
  "/api/task-runs",
  "/api/tokens",
  "/api/activity/unread",
  "/api/views",
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

test("each page sends one refresh, and each call once, before the app's code loads", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp({ role: "admin" });
  const { id } = await server.addTask(session, { title: "Feed the cat" });
  const sent = recordCalls(page);
  await forgetLastVisit(page);
  await openAs(session, "/login");
  let early = 0;
  await delayApp(page, () => expect.poll(() => sent.length).toBe(early));
  for (const [path, calls, later = []] of [
    [
      "/",
      [ME, "GET /api/dashboard/stats", "GET /api/tasks/overdue"],
      ["GET /api/setup", "GET /api/tasks/search", "GET /api/tasks/search"],
    ],
    ["/kanban", [ME, BOARD, "GET /api/users"]],
    ["/tasks?status=Todo", [ME, "GET /api/tasks/search", "GET /api/users"]],
    [`/tasks/${id}`, [ME, `GET /api/tasks/${id}`, `GET /api/tasks/${id}/comments`]],
    ["/profile", [ME, "GET /api/profile"], ["GET /api/profile/identities"]],
    ["/teams", [ME, "GET /api/teams"]],
    ["/users", [ME, "GET /api/users"], ["GET /api/user-runs"]],
  ] as const) {
    await test.step(path, async () => {
      await page.goto("about:blank");
      sent.length = 0;
      early = calls.length + 1;
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
      await page.waitForLoadState("load");
      expect(sent[0]).toBe(REFRESH);
      await expect.poll(() => sent.slice(1).sort()).toEqual([...calls, ...later].sort());
    });
  }
});

test("no code for idle moments loads before the first content, whose files load once each", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  await server.addTask(session, { title: "Feed the cat" });
  await forgetLastVisit(page);
  const files: string[] = [];
  page.on("request", (request) => {
    const [, name] = /\/assets\/([\w-]+)\.\w+\.js$/.exec(request.url()) ?? [];
    if (name) files.push(name);
  });
  const release = await holdRequests(page, /\/api\/kanban\/board/);
  await openAs(session, "/kanban");
  await expect(page.getByText("Loading the board…")).toBeAttached();
  await page.evaluate(async () => await new Promise((resolve) => requestIdleCallback(resolve)));
  expect(files.toSorted()).toEqual(["board", "early", "main", "signed-in", "vendor"]);
  release();
  await expect(page.getByRole("link", { name: "Feed the cat" })).toBeVisible();
  await expect.poll(() => files).toContain("idle");
});

test("another user's sign-in before the app starts shows that user's board", async ({
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
