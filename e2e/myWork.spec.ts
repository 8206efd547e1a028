import { dragTo } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

/* Where a member's day begins: one's own tasks by when they are due. */

test("on My work a status changes in place, a drag and a key set the date, and a line adds a task @firefox", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  await server.addTask(session, { title: "Feed the cat" });
  await openAs(session, "/");
  await page.getByRole("link", { name: "My work" }).first().click();
  const group = (name: string) => page.getByRole("region", { name: new RegExp(`^${name} \\d`) });
  const row = (name: string, title: string) =>
    group(name).getByRole("listitem").filter({ hasText: title });
  const cat = row("No date", "Feed the cat");
  await cat.getByTitle("Change status").click();
  await page.getByRole("option", { name: "In Progress" }).click();
  await expect(cat).toContainText("In Progress");

  await dragTo(page, cat.getByRole("link"), group("Today").getByRole("heading"));
  await expect(row("Today", "Feed the cat")).toBeVisible();
  await expect(group("No date").getByRole("listitem")).toHaveCount(0);

  await row("Today", "Feed the cat").getByRole("link").focus();
  await page.keyboard.press("d");
  await page.getByRole("option", { name: /^No due date/ }).click();
  await expect(cat.getByRole("link")).toBeFocused();

  await page.getByRole("button", { name: "Add a task to Later" }).click();
  const line = page.getByLabel("Title of a new task in Later");
  await expect(page.getByRole("button", { name: "Add task" })).toBeVisible();
  for (const title of ["Bake bread", "Brew tea today"]) {
    await line.fill(title);
    await page.keyboard.press("Enter");
    await expect(line).toHaveValue("");
  }
  await expect(row("Later", "Bake bread")).toBeVisible();
  await expect(row("Today", "Brew tea")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Add a task to Later" })).toBeFocused();
  await page.reload();
  await expect(cat).toContainText("In Progress");
  await expect(row("Later", "Bake bread")).toBeVisible();
});
