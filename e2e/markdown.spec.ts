import { paths } from "#lib/paths.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const DESCRIPTION = `## Plan

Read **this** and https://example.com/plan first.

- [ ] Pack the tent
- [x] Buy a map

| What | Who |
|------|-----|
| Tent | Ada |

> quoted

\`\`\`
npm start
\`\`\``;

test("a description's Markdown is shown, and its task list is ticked by keyboard", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  const task = await server.addTask(session, { title: "Camp", description: DESCRIPTION });
  await openAs(session, paths.task(task.id));
  const box = page.getByRole("checkbox", { name: "Pack the tent" });
  await expect(box).not.toBeChecked();
  await expect(page.getByRole("cell", { name: "Ada" })).toBeVisible();
  await expect(page.getByRole("link", { name: "https://example.com/plan" })).toHaveAttribute(
    "rel",
    "noopener noreferrer",
  );
  await expectAccessible(page);
  await box.press("Space");
  await expect(box).toBeChecked();
  await expectToast(page, "Task updated successfully! ✅");
  await page.reload();
  await expect(box).toBeChecked();
});

test("a comment's Markdown is shown, and a page without Markdown loads no code for it", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  const task = await server.addTask(session, {
    title: "Camp",
    description: "Two tents\nand a map",
  });
  const scripts: string[] = [];
  page.on("response", async (response) => {
    if (!response.url().endsWith(".js")) return;
    const text = await response.text().catch(() => "");
    if (text.includes("linkify")) scripts.push(response.url());
  });
  await openAs(session, paths.task(task.id));
  await expect(page.getByText("Two tents")).toBeVisible();
  await expect(page.getByText("No comments yet")).toBeVisible();
  expect(scripts).toEqual([]);
  await page.getByLabel("Add a comment").fill("Use the **big** tent");
  await page.getByRole("button", { name: "Add Comment" }).click();
  await expect(page.locator("strong", { hasText: /^big$/ })).toBeVisible();
  await expect(page.getByText("Two tents\nand a map")).toBeVisible();
});
