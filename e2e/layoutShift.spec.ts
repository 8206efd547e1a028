import type { Page } from "@playwright/test";
import { afterPaint, expectNoShift, recordLayoutShifts } from "./support/layoutShifts.ts";
import { expect, test } from "./support/test.ts";

/* Nothing moves while a page loads, because placeholders are as large as the content. */

const TASKS = 6;

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
  { path: "/webhooks", content: "No webhooks yet" },
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
