import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/session.ts";
import { atEachSize, card, expectNoSidewaysScroll, expectPath } from "./support/app.ts";
import type { TestServer } from "./support/server.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

const search = (page: Page) => page.getByPlaceholder("Search tasks...");

async function addThree(server: TestServer): Promise<SessionResponse> {
  const session = await server.signUp();
  await server.addTask(session, { title: "Brew tea", status: "Done", priority: "Low" });
  await server.addTask(session, { title: "Bake bread", status: "In Progress", priority: "High" });
  await server.addTask(session, {
    title: "Buy teapots",
    priority: "High",
    description: "One for the office, one for the workshop. ".repeat(4),
    due_date: "2099-12-31",
  });
  return session;
}

test("search and filters are kept in the URL and survive a reload", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await addThree(server), "/tasks");
  await expect(page.getByText("3 total tasks")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("tea");
  await expect(page.getByText("2 total tasks")).toBeVisible();
  await expect(page).toHaveURL(/\/tasks\?search=tea$/);
  await page.getByLabel("Status", { exact: true }).selectOption("Done");
  await expect(page.getByText("1 total task", { exact: true })).toBeVisible();
  await expect(card(page, "Brew tea")).toBeVisible();
  await page.reload();
  await expect(card(page, "Brew tea")).toBeVisible();
  await expect(search(page)).toHaveValue("tea");
  await expect(page.getByLabel("Status", { exact: true })).toHaveValue("Done");
  await expect(page.getByText("1 total task", { exact: true })).toBeVisible();

  await card(page, "Brew tea").click();
  await expect(page).toHaveURL(/\/tasks\/[^?]+$/);
  await page.goBack();
  await expect(page.getByText("1 total task", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("2 total tasks")).toBeVisible();
  await expect(page.getByLabel("Status", { exact: true })).toHaveValue("");

  await page.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByText("3 total tasks")).toBeVisible();
  await expectPath(page, "/tasks");
  expect(new URL(page.url()).search).toBe("");
});

test("nothing overflows and axe finds nothing, also on the narrowest phone", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await addThree(server), "/tasks?priority=High");
  await expect(page.getByRole("article")).toHaveCount(2);
  await atEachSize(page, () => expectAccessible(page));
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.goto("/tasks?overdue=true&due=2099-12-31");
  await expect(page.getByText("No tasks found")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove filter: Overdue" })).toBeVisible();
  await expectAccessible(page);
});
