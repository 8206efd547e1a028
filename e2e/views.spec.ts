import { card } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

test("by keyboard: a shared view opens from the menu and by its link, keeps its place in the menu, and says when it is changed @firefox", async ({
  server,
  openAs,
  page,
}) => {
  const ada = await server.signUp();
  await server.addTask(ada, { title: "Feed the cat", priority: "High" });
  await server.addTask(ada, { title: "Water the plants", priority: "Low" });
  await openAs(ada, "/kanban?priority=High");
  await page.getByRole("button", { name: "Save view" }).press("Enter");
  await page.getByLabel("Name").fill("Urgent");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  const row = page.getByRole("link", { name: "Urgent" });
  await expect(row).toContainText("1 task");
  const link = new URL(page.url());
  const opened = page.getByRole("group", { name: "Saved view" });
  await expect(opened.getByRole("button", { name: "Urgent" })).toBeFocused();

  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.getByRole("heading", { name: "My Profile" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("v");
  await page.getByRole("option", { name: /^Urgent/ }).waitFor();
  await page.keyboard.press("Enter");
  await expect(card(page, "Feed the cat")).toBeVisible();
  await expect(card(page, "Water the plants")).toHaveCount(0);

  const bob = await server.signUp({ email: "bob@example.com" });
  await openAs(bob, `/kanban?view=${link.searchParams.get("view")}`);
  await expect(card(page, "Feed the cat")).toBeVisible();
  await expect(page).toHaveURL(/&priority=High$/);
  await expect(card(page, "Water the plants")).toHaveCount(0);
  await page.getByRole("button", { name: "Remove filter: High priority" }).press("Enter");
  await expect(card(page, "Water the plants")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save view" })).toHaveCount(0);
  await page.getByRole("button", { name: "Reset view" }).press("Enter");
  await expect(card(page, "Water the plants")).toHaveCount(0);
  await page.reload();
  await expect(row).toHaveAttribute("aria-current", "true");
});
