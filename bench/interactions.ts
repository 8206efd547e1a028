import { setTimeout } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import type { MeasuredApp } from "./browserApps.ts";
import { slowDown } from "./browserLoads.ts";
import { watchTasks } from "./pageProbe.ts";
import type { Row } from "./table.ts";

/** A user's interaction with a screen. */
interface Interaction {
  what: string;
  path: string;
  act: (page: Page) => Promise<void>;
}

const INTERACTIONS: readonly Interaction[] = [
  {
    what: "typing in the search of 1,000 tasks",
    path: "/tasks",
    act: async (page) => {
      await page.getByRole("searchbox").click();
      await page.keyboard.type("harbour", { delay: 80 });
      await setTimeout(2_000);
    },
  },
  {
    what: "opening a task",
    path: "/tasks",
    act: async (page) => {
      await page
        .getByRole("link", { name: /^Task \d+/ })
        .first()
        .click();
      await page.getByRole("heading", { level: 1, name: /^Task \d+/ }).waitFor();
    },
  },
  {
    what: "opening the form",
    path: "/tasks",
    act: async (page) => {
      await page.getByRole("button", { name: "Add Task" }).first().click();
      await page.getByLabel("Title").waitFor();
    },
  },
  {
    what: "ticking 500 users",
    path: "/users",
    act: async (page) => {
      await page.getByRole("checkbox", { name: /all/i }).first().click();
      await setTimeout(1_000);
    },
  },
];

/** Measures the longest main-thread task of each interaction, on a CPU slowed down four times. */
export async function measureInteractions(browser: Browser, app: MeasuredApp): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { what, path, act } of INTERACTIONS) {
    const context = await app.open(browser);
    const page = await context.newPage();
    await page.goto(app.url + path);
    await page.getByRole("main").waitFor();
    await setTimeout(2_000);
    await slowDown(page, { cpu: 4, network: false });
    await page.evaluate(watchTasks);
    await act(page);
    await setTimeout(500);
    const longest = await page.evaluate(() => window.longestTask ?? 0);
    const figure = longest > 0 ? `${longest.toFixed(0)} ms` : "under 50 ms";
    rows.push({ what: `longest task, ${what} (CPU ÷ 4)`, figure, target: "≤ 50 ms" });
    await context.close();
  }
  return rows;
}
