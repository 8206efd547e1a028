import { atEachSize } from "./support/app.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

/* axe finds nothing on any screen, in the light and in the dark theme. */

for (const [path, heading] of [
  ["/login", "Welcome Back"],
  ["/register", "Create Account"],
] as const) {
  test(path, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await expectAccessible(page);
  });

  test(`${path} with refused fields`, async ({ page }) => {
    await page.goto(path);
    await page.locator("button[type=submit]").click();
    await expect(page.getByText("Email is required")).toBeVisible();
    await expectAccessible(page);
  });
}

/** The screens, each with a text of its content. */
const SCREENS = [
  ["/", "Total Tasks"],
  ["/kanban", "A task of Low priority"],
  ["/tasks", "A task of Low priority"],
  ["/profile", "Update Profile Information"],
  ["/teams", "No teams yet"],
  ["/users", "Deactivate"],
  ["/audit", "A deleted task"],
  ["/import", "Choose a file"],
  ["/webhooks", "No webhooks yet"],
] as const;

test("every screen of an admin", async ({ page, server, openAs }) => {
  const session = await server.signUp({ role: "admin" });
  const statuses = ["Todo", "In Progress", "Done"] as const;
  for (const [index, priority] of (["Low", "Medium", "High"] as const).entries()) {
    const status = statuses[index] ?? "Todo";
    const title = `A task of ${priority} priority`;
    await server.addTask(session, { title, priority, status, due_date: "2099-01-01" });
  }
  const { id } = await server.addTask(session, { title: "A deleted task" });
  await server.call("DELETE", `/api/tasks/${id}`, undefined, session.accessToken);
  await openAs(session, "/");
  for (const [path, content] of SCREENS) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByText(content).first()).toBeVisible();
      await atEachSize(page, () => expectAccessible(page));
    });
  }
});

test("an empty board", async ({ page, server, openAs }) => {
  await openAs(await server.signUp(), "/kanban");
  await expect(page.getByText("No tasks").first()).toBeVisible();
  await atEachSize(page, () => expectAccessible(page));
});

test("a card's menu", async ({ page, server, openAs }) => {
  const session = await server.signUp();
  await server.addTask(session, { title: "Feed the cat" });
  await openAs(session, "/kanban");
  await page.getByRole("button", { name: "Move to… (Feed the cat)" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page);
});

test("the side menu of a phone", async ({ page, server, openAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(await server.signUp({ role: "admin" }), "/");
  await page.getByRole("button", { name: /menu/i }).click();
  await expect(page.getByRole("link", { name: "Progress", exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("a toast", async ({ page, server }) => {
  await server.signUp();
  await page.goto("/login");
  await page.getByLabel("Email Address").fill("ada.lovelace@example.com");
  await page.getByLabel("Password", { exact: true }).fill("not her password");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Invalid email or password")).toBeVisible();
  await expectAccessible(page);
});

test("texts near their limits and beyond them", async ({ page, server, openAs }) => {
  await openAs(await server.signUp(), "/tasks");
  await page.getByRole("button", { name: "+ Add Task" }).click();
  await page.getByLabel("Title").fill("x".repeat(190));
  await page.getByLabel("Description").fill("x".repeat(10_001));
  await expect(page.getByText("190 / 200")).toBeVisible();
  await expect(page.getByText("Description must be at most 10000 characters")).toBeVisible();
  await expectAccessible(page);
});
