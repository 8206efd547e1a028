import type { Browser, Locator, Page } from "@playwright/test";
import { paths } from "#lib/address/paths.ts";
import type { TestServer } from "./support/server.ts";
import { expect, expectAccessible, expectToast, keepSession, test } from "./support/test.ts";

/* Two users edit one task in two browsers. */

const NOTICE = "Grace Hopper changed this task while you were editing";
const SAVED = "Task updated successfully! ✅";

const form = (page: Page) => page.getByRole("dialog", { name: "Edit Task" });
const save = (page: Page) => form(page).getByRole("button", { name: "Update Task" }).click();
const version = (within: Locator, field: string, side: RegExp) =>
  within.getByRole("radiogroup", { name: `${field}:` }).getByRole("radio", { name: side });

interface Together {
  page: Page;
  server: TestServer;
  browser: Browser;
  openAs: Parameters<Parameters<typeof test>[2]>[0]["openAs"];
}

/** Opens the form of one task for Ada and, in another browser, for Grace. */
async function openTogether({ page, server, browser, openAs }: Together): Promise<Page> {
  const ada = await server.signUp({ role: "admin" });
  const grace = await server.signUp({ email: "grace.hopper@example.com", role: "admin" });
  const task = await server.addTask(ada, { title: "Write the report", description: "Two pages" });
  const context = await browser.newContext({ baseURL: server.url });
  const other = await context.newPage();
  await keepSession(other, grace);
  await other.goto(paths.task(task.id));
  await openAs(ada, paths.task(task.id));
  for (const one of [page, other]) {
    await one.getByRole("button", { name: "Edit Task" }).click();
    await expect(form(one).getByLabel("Title")).toHaveValue("Write the report");
  }
  // Only the active page has the focus.
  await page.bringToFront();
  return other;
}

test("edits of the same field show both versions to choose from", async ({
  page,
  server,
  browser,
  openAs,
}) => {
  test.slow();
  const other = await openTogether({ page, server, browser, openAs });
  await form(other).getByLabel("Title").fill("Grace's report");
  await form(other).getByLabel("Description").fill("Three pages");
  await form(other).getByLabel("Status").selectOption("Done");
  await save(other);
  await expectToast(other, SAVED);

  const mine = form(page);
  await mine.getByLabel("Title").fill("Ada's report");
  await mine.getByLabel("Description").fill("One page");
  await save(page);
  await expect(mine.getByText(NOTICE)).toBeVisible();
  await expect(page.getByText(NOTICE)).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
  await expect(mine.getByRole("radiogroup")).toHaveCount(2);
  await expect(mine.getByLabel("Title", { exact: true })).toHaveValue("Ada's report");
  await expect(mine.getByLabel("Description", { exact: true })).toHaveValue("One page");
  await expect(mine.getByLabel("Status")).toHaveValue("Done");

  // Without a choice nothing is sent, and the focus moves to the choice.
  await save(page);
  const title = version(mine, "Title", /^Mine/);
  await expect(title).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(mine.getByLabel("Title", { exact: true })).toHaveValue("Grace's report");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await version(mine, "Description", /^Mine/).check();
  await save(page);
  await expectToast(page, SAVED);
  await expect(mine).toBeHidden();
  await expect(page.getByRole("heading", { name: "Grace's report", level: 1 })).toBeVisible();
  await expect(page.getByText("One page")).toBeVisible();
  await other.context().close();
});
