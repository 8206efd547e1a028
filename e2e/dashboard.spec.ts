import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/session.ts";
import { atEachSize, expectNoSidewaysScroll, expectPath } from "./support/app.ts";
import type { TestServer } from "./support/server.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

/** The calendar day `days` from today, in the time zone of the tests and the browser. */
function dayIn(days: number): string {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** Six overdue tasks, two due in three days, one done. The rules allow no past due date, so time must pass. */
async function fill(server: TestServer): Promise<SessionResponse> {
  const session = await server.signUp();
  for (let number = 1; number <= 6; number += 1) {
    const priority = number % 2 ? "High" : "Low";
    await server.addTask(session, { title: `Late ${number}`, priority, due_date: dayIn(40) });
  }
  for (const title of ["Buy teapots", "Bake bread"]) {
    await server.addTask(session, { title, status: "In Progress", due_date: dayIn(3) });
  }
  await server.addTask(session, { title: "Brew tea", status: "Done" });
  const db = new DatabaseSync(path.join(server.dataDir, "taskdeck.db"));
  db.exec("pragma busy_timeout = 5000");
  const age = db.prepare("update tasks set due_date = ? where title = ?");
  for (let number = 1; number <= 6; number += 1) age.run(dayIn(number - 9), `Late ${number}`);
  db.close();
  return session;
}

const main = (page: Page) => page.getByRole("main");
const pie = (page: Page) => page.getByRole("figure", { name: /^Task Priority Distribution/ });
const bars = (page: Page) => page.getByRole("figure", { name: /^Upcoming Deadlines/ });

/** Returns to the dashboard, which loads again. */
async function back(page: Page): Promise<void> {
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
}

test("each total opens the list of its tasks", async ({ page, server, openAs }) => {
  await openAs(await fill(server), "/");
  for (const [name, counted] of [
    ["Total Tasks 9", "9 total tasks"],
    ["In Progress 2", "2 total tasks"],
    ["Completed 1", "1 total task"],
    ["Overdue 6", "6 total tasks"],
  ] as const) {
    await main(page).getByRole("link", { name, exact: true }).click();
    await expectPath(page, "/tasks");
    await expect(page.getByText(counted, { exact: true })).toBeVisible();
    await back(page);
  }
});

test("charts show figures on hover, and open their tasks on click @firefox", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await fill(server), "/");
  await expect(bars(page)).toContainText("Tasks Due");
  await expect(bars(page)).toContainText("Number of Tasks");
  const bar = bars(page).locator("[data-testid^='bar.item']:not([height='0'])");
  await bar.hover();
  await expect(bars(page).getByText("2 tasks")).toBeVisible();
  await bar.click();
  await expect(page.getByText("2 total tasks")).toBeVisible();
  await back(page);

  const slice = pie(page).locator("path[fill*='red']");
  const box = await slice.boundingBox();
  if (!box) throw new Error("There is no slice");
  // At the left third of the ring, because the middle of its box is outside the ring.
  const position = { x: 16, y: box.width };
  await slice.hover({ position });
  await expect(pie(page).getByText("3 tasks")).toBeVisible();
  await slice.click({ position });
  await expect(page).toHaveURL(/\/tasks\?priority=High$/);
  await expect(page.getByText("3 total tasks")).toBeVisible();
});

test("the charts' figures are available as a table by keyboard", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await fill(server), "/");
  const card = page.getByRole("region", { name: "Upcoming Deadlines (Next 14 Days)" });
  await card.getByText("Show as table").focus();
  await page.keyboard.press("Enter");
  await expect(card.getByRole("row")).toHaveCount(2);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL((url) => url.search === `?due=${dayIn(3)}`);
  await expect(page.getByText("2 total tasks")).toBeVisible();
});

test("axe finds nothing, and nothing overflows", async ({ page, server, openAs }) => {
  await openAs(await fill(server), "/");
  await expect(bars(page).locator("svg")).toBeVisible();
  await expect(pie(page).locator("svg")).toBeVisible();
  for (const summary of await page.getByText("Show as table").all()) await summary.click();
  await atEachSize(page, async () => {
    await expectAccessible(page);
    // The last day's tooltip is the most likely to overflow.
    await bars(page).locator("[data-testid^='bar.item']:not([height='0'])").last().hover();
    await expect(bars(page).getByText("2 tasks")).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
