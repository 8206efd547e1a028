import { setTimeout } from "node:timers/promises";
import type { Browser, Locator, Page } from "playwright-core";
import { slowDown } from "./browserLoads.ts";
import { watchTasks } from "./pageProbe.ts";
import type { ServedBoard } from "./servedBoard.ts";
import type { Row } from "./table.ts";

const VISITS = 3;
/** A click's length, and how long its effects may take, in ms. */
const PRESS_MS = 80;
const EFFECT_MS = 2_000;

/** A user's interaction with a screen: a click, and what the user types after it. */
interface Interaction {
  what: string;
  path: string;
  target: (page: Page) => Locator;
  text?: string;
}

const INTERACTIONS: readonly Interaction[] = [
  {
    what: "typing in the search of 1,000 tasks",
    path: "/tasks",
    target: (page) => page.getByRole("searchbox"),
    text: "harbour",
  },
  {
    what: "opening a task",
    path: "/tasks",
    target: (page) => page.getByRole("link", { name: /^Task \d+/ }),
  },
  {
    what: "opening the form",
    path: "/tasks",
    target: (page) => page.getByRole("button", { name: "Add Task" }),
  },
  {
    what: "ticking 500 users",
    path: "/users",
    target: (page) => page.getByRole("checkbox", { name: /all/i }),
  },
];

/**
 * Measures the longest main-thread task of each interaction, on a CPU slowed down four times. The
 * minimum of several visits, because other programs only add time.
 */
export async function measureInteractions(browser: Browser, app: ServedBoard): Promise<Row[]> {
  const rows: Row[] = [];
  for (const interaction of INTERACTIONS) {
    const tasks: number[] = [];
    for (let visit = 0; visit < VISITS; visit += 1) {
      tasks.push(await longestTask(browser, app, interaction));
    }
    const longest = Math.min(...tasks);
    const figure = longest > 0 ? `${longest.toFixed(0)} ms` : "under 50 ms";
    rows.push({
      what: `longest task, ${interaction.what} (CPU ÷ 4)`,
      figure,
      target: "≤ 50 ms",
    });
  }
  return rows;
}

/** The length of the longest task in ms; 0 when none exceeded 50 ms. */
async function longestTask(
  browser: Browser,
  app: ServedBoard,
  { path, target, text }: Interaction,
): Promise<number> {
  const context = await app.open(browser);
  const page = await context.newPage();
  await page.goto(app.url + path);
  await page.getByRole("main").waitFor();
  await target(page).first().hover();
  // The page loads its later code when it is idle.
  await setTimeout(EFFECT_MS);
  await slowDown(page, { cpu: 4, network: false });
  await page.evaluate(watchTasks);
  // Only input events from here: a locator would run Playwright's own script in the page.
  await page.mouse.down();
  await setTimeout(PRESS_MS);
  await page.mouse.up();
  if (text !== undefined) await page.keyboard.type(text, { delay: PRESS_MS });
  await setTimeout(EFFECT_MS);
  const longest = await page.evaluate(() => window.longestTask ?? 0);
  await context.close();
  return longest;
}
