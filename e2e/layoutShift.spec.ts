import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";

/* Nothing moves while a page loads, because placeholders are as large as the content. */

const TASKS = 6;

declare global {
  interface Window {
    layoutShifts: string[];
  }
}

/** Runs in the page. Records which elements move, and by how many px. */
function recordLayoutShifts(): void {
  window.layoutShifts = [];
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.localName}.${node.classList.value}` : String(node?.nodeName);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { sources = [] } = entry as PerformanceEntry & {
        sources?: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      for (const { node, previousRect: from, currentRect: to } of sources) {
        window.layoutShifts.push(
          `${nameOf(node)} from ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`,
        );
      }
    }
  }).observe({ type: "layout-shift", buffered: true });
}

const afterPaint = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

/** Holds the responses until the page has painted without them. Returns a function that releases them. */
async function holdResponses(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/(?!auth|events)/, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}

async function expectNoShift(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  // A shift is reported after the frame in which it happened.
  for (let frame = 0; frame < 3; frame++) await afterPaint(page);
  expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
}

for (const path of ["/login", "/register", "/forgot-password"]) {
  test(`${path} @chromium`, async ({ page }) => {
    await page.addInitScript(recordLayoutShifts);
    await page.goto(path);
    await expect(
      page.getByRole("heading", { name: /Welcome Back|Create Account|Forgot Password/ }),
    ).toBeVisible();
    await expectNoShift(page);
  });
}

for (const { path, content } of [
  { path: "/", content: "Task Priority Distribution" },
  { path: "/kanban", content: "Water the plants 1" },
  { path: "/tasks", content: "Water the plants 1" },
  { path: "/tasks/:id", content: "Edit Task" },
  { path: "/profile", content: "Update Profile Information" },
  { path: "/teams", content: "Gardeners" },
  { path: "/users", content: "Deactivate" },
  { path: "/audit", content: "created the team" },
  { path: "/import", content: "Choose a file" },
]) {
  test(`${path} @chromium`, async ({ page, server, openAs }) => {
    const admin = await server.signUp({ role: "admin" });
    const tasks = [];
    for (let count = 1; count <= TASKS; count++) {
      tasks.push(await server.addTask(admin, { title: `Water the plants ${count}` }));
    }
    await server.call("POST", "/api/teams", { name: "Gardeners" }, admin.accessToken);
    const release = await holdResponses(page);
    await page.addInitScript(recordLayoutShifts);
    await openAs(admin, path.replace(":id", tasks[0]?.id ?? ""));
    await page.getByRole("banner").waitFor();
    await afterPaint(page);
    release();
    await expect(page.getByText(content).first()).toBeVisible();
    await expectNoShift(page);
  });
}
