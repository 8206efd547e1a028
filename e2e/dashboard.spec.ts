import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/session.ts";
import { DEVICES, expectNoSidewaysScroll, expectPath, failUntilTriedAgain } from "./support/app.ts";
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

test("the dashboard shows five of six overdue tasks, oldest first, with links @chromium", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await fill(server), "/dashboard");
  const panel = page.getByRole("region", { name: "Overdue Tasks (6)" });
  await expect(panel.getByRole("listitem")).toHaveCount(5);
  await expect(panel.getByRole("listitem").first()).toContainText("Late 1");
  await expect(panel.getByRole("listitem").first()).toContainText(/Due: [A-Z][a-z]{2} \d\d, \d{4}/);

  await panel.getByRole("link", { name: /Late 2/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Late 2" })).toBeVisible();
  await back(page);

  await panel.getByRole("link", { name: "View All Overdue Tasks" }).click();
  await expectPath(page, "/tasks");
  await expect(page.getByText("6 total tasks")).toBeVisible();
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

test("the dashboard sends its two calls once per visit @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const answered: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    const ours = ["/api/dashboard/stats", "/api/tasks/overdue"].includes(pathname);
    // On the first load a call may get a 401 before the access token arrives.
    if (ours && response.status() === 200) answered.push(pathname);
  });
  await openAs(await fill(server), "/");
  await expect(pie(page)).toBeVisible();
  expect(answered.toSorted()).toEqual(["/api/dashboard/stats", "/api/tasks/overdue"]);

  await page.getByRole("link", { name: "Profile", exact: true }).click();
  await expect(page.getByRole("heading", { name: "My Profile" })).toBeVisible();
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(pie(page)).toBeVisible();
  await expect.poll(() => answered.length).toBe(4);
});

test("the dashboard shows no charts without tasks @chromium", async ({ page, server, openAs }) => {
  await openAs(await server.signUp(), "/");
  await expect(page.getByRole("link", { name: "Total Tasks 0" })).toBeVisible();
  await expect(page.getByRole("figure")).toHaveCount(0);
  await expect(page.getByText("Overdue Tasks")).toHaveCount(0);
});

test("a dashboard that fails to load shows an error with a retry button, and no toast @chromium", async ({
  page,
  server,
  openAs,
  problems,
}) => {
  problems.expect(/The dashboard's getStats failed/);
  const session = await fill(server);
  await failUntilTriedAgain(page, "**/api/dashboard/stats", "Out of order");
  await openAs(session, "/");
  await expect(page.getByText("Failed to load dashboard")).toBeVisible();
  await expect(page.getByText("Out of order")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: "Total Tasks 9" })).toBeVisible();
});

for (const { device, viewport } of DEVICES) {
  test(`on a ${device}: axe finds nothing, and nothing overflows`, async ({
    page,
    server,
    openAs,
  }) => {
    await page.setViewportSize(viewport);
    await openAs(await fill(server), "/");
    await expect(bars(page).locator("svg")).toBeVisible();
    await expect(pie(page).locator("svg")).toBeVisible();
    for (const summary of await page.getByText("Show as table").all()) await summary.click();
    await expectAccessible(page);
    // The last day's tooltip is the most likely to overflow.
    await bars(page).locator("[data-testid^='bar.item']:not([height='0'])").last().hover();
    await expect(bars(page).getByText("2 tasks")).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
}
