import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { atEachSize, expectNoSidewaysScroll } from "./support/app.ts";
import type { TestServer } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

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

const pie = (page: Page) => page.getByRole("figure", { name: /^Task Priority Distribution/ });
const bars = (page: Page) => page.getByRole("figure", { name: /^Upcoming Deadlines/ });

/** Returns to the dashboard, which loads again. */
async function back(page: Page): Promise<void> {
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
}

test("charts show figures on hover, and open their tasks on click", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await fill(server), "/");
  await expect(bars(page)).toContainText("Tasks Due");
  await expect(bars(page)).toContainText("Number of Tasks");
  const bar = bars(page).locator("[data-testid^='bar.item']:not([height='0'])");
  await atEachSize(page, async () => {
    await bar.hover();
    await expect(bars(page).getByText("2 tasks")).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
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
