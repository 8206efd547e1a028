import { forgetLastVisit } from "./support/app.ts";
import { afterPaint, expectNoShift, recordLayoutShifts } from "./support/layoutShifts.ts";
import { expect, test } from "./support/test.ts";

/* Nothing moves while a page loads, because placeholders are as large as the content. */

const TASKS = 6;

test("no signed-out page shifts @chromium", async ({ page }) => {
  await page.addInitScript(recordLayoutShifts);
  for (const path of ["/login", "/register", "/forgot-password"]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(
        page.getByRole("heading", { name: /Welcome Back|Create Account|Forgot Password/ }),
      ).toBeVisible();
      await expectNoShift(page);
    });
  }
});

test("no signed-in page shifts when its data arrives @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const admin = await server.signUp({ role: "admin" });
  let id = "";
  for (let count = 1; count <= TASKS; count++) {
    ({ id } = await server.addTask(admin, { title: `Water the plants ${count}` }));
  }
  await server.addFile(admin, id, "notes.txt");
  await server.addFile(admin, id, "plan.txt");
  await server.call("POST", "/api/teams", { name: "Gardeners" }, admin.accessToken);
  await forgetLastVisit(page);
  await page.addInitScript(recordLayoutShifts);
  await openAs(admin, "/");
  let gate = Promise.resolve();
  await page.route(/\/api\/(?!auth|events)/, async (route) => {
    await gate;
    await route.continue();
  });
  for (const { path, content } of [
    { path: "/", content: "Task Priority Distribution" },
    { path: "/kanban", content: "Water the plants 1" },
    { path: "/tasks", content: "Water the plants 1" },
    { path: "/tasks/:id", content: "plan.txt" },
    { path: "/my-work", content: "Nothing is due today" },
    { path: "/activity", content: "created 6 tasks" },
    { path: "/profile", content: "Update Profile Information" },
    { path: "/teams", content: "Gardeners" },
    { path: "/users", content: "Deactivate" },
    { path: "/audit", content: "created the team" },
    { path: "/import", content: "Choose a file" },
    { path: "/webhooks", content: "No webhooks yet" },
    { path: "/labels", content: "No labels yet" },
  ]) {
    await test.step(path, async () => {
      // Responses wait until the page has painted without them.
      const { promise, resolve: release } = Promise.withResolvers<void>();
      gate = promise;
      await page.goto(path.replace(":id", id));
      await page.getByRole("banner").waitFor();
      await afterPaint(page);
      release();
      await expect(page.getByText(content).first()).toBeVisible();
      await expectNoShift(page);
    });
  }
});
