import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { CHROMIUM_ARGS } from "../playwright.config.ts";
import { browserPath } from "../scripts/browsers.ts";
import { fillDatabase } from "./fill.ts";
import { MeasuredServer } from "./measured.ts";
import { recordFrames, stopFrames, watchLoad } from "./pageProbe.ts";
import { openProfile, startSession } from "./servedBoard.ts";
import { median, type Row } from "./table.ts";

const FEW_USERS = 100;
const MANY_USERS = 10_000;
const VISITS = 5;
/** The length of a frame at 60 Hz in ms, plus the clock's inaccuracy. */
const FRAME_MS = 17.5;
const USER_ROW = "main tbody tr[data-user]";
/** A quick scroll with a mouse wheel: 3,600 px a second. */
const WHEEL_PX = 120;
const WHEEL_TURNS = 100;
const WHEEL_MS = 33;
/** The time in ms for the last frames of an action, and for code that loads when the page is idle. */
const SETTLE_MS = 500;
const IDLE_MS = 1_500;

/** A server with this many users besides the admin who is signed in. */
async function openScreen(users: number, port: number, browser: Browser) {
  const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-bench-"));
  await fillDatabase(folder, 0, users);
  const env = { PORT: String(port), DATA_DIR: folder, LOGIN_RATE_LIMIT: "off" };
  const server = await MeasuredServer.start("server/main.ts", env, "/healthz");
  const { url } = server;
  await startSession(url, "register");
  return {
    /** A first visit: the page, and the time until the first row in ms. */
    async visit(): Promise<{ page: Page; firstRow: number }> {
      const context = await openProfile(browser, url, await startSession(url, "login"));
      const page = await context.newPage();
      await page.addInitScript(watchLoad, USER_ROW);
      await page.goto(`${url}/users`, { waitUntil: "commit" });
      await page.waitForFunction(() => window.load?.firstCard != null);
      const firstRow = (await page.evaluate(() => window.load?.firstCard)) ?? Number.NaN;
      return { page, firstRow };
    },
    async end() {
      await server.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Screen = Awaited<ReturnType<typeof openScreen>>;

async function medianFirstRow(screen: Screen): Promise<number> {
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const { page, firstRow } = await screen.visit();
    times.push(firstRow);
    await page.context().close();
  }
  return median(times);
}

/** The longest frame during an action, and the share of frames that were too long. */
async function framesOf(page: Page, what: string, act: () => Promise<void>): Promise<Row> {
  await page.evaluate(recordFrames);
  await act();
  await page.waitForTimeout(SETTLE_MS);
  const frames = await page.evaluate(stopFrames);
  const slow = frames.filter((length) => length > FRAME_MS).length;
  const share = ((slow / frames.length) * 100).toFixed(1);
  const longest = Math.max(...frames).toFixed(0);
  return {
    what: `frames, ${what}`,
    figure: `longest ${longest} ms, ${share} % of ${frames.length} over 17 ms`,
    target: "60 a second",
  };
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(640, 600);
  for (let turn = 0; turn < WHEEL_TURNS; turn += 1) {
    await page.mouse.wheel(0, WHEEL_PX);
    await page.waitForTimeout(WHEEL_MS);
  }
}

async function measureFrames(screen: Screen): Promise<Row[]> {
  const { page } = await screen.visit();
  await page.waitForTimeout(IDLE_MS);
  const rows = [await framesOf(page, "scrolling", () => scroll(page))];
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole("checkbox", { name: /^Select all \d/ }).click();
  const selectAll = page.getByRole("button", { name: "Select all that match" });
  await selectAll.waitFor();
  rows.push(
    await framesOf(page, "selecting all", async () => {
      await selectAll.click();
      await page.getByText(/^10,000 selected/).waitFor();
    }),
    await framesOf(page, "scrolling, all selected", () => scroll(page)),
  );
  await page.evaluate(() => window.scrollTo(0, 0));
  rows.push(
    await framesOf(page, "typing in the search", async () => {
      await page.getByLabel("Search users").pressSequentially("person 99", { delay: 100 });
      await page.locator(USER_ROW).first().getByText("Person 99").first().waitFor();
    }),
  );
  return rows;
}

/** Measures the admins' screen of users in Chromium, 1280 × 800, with 100 and with 10,000 users. */
export async function measureUsers(port: number): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: browserPath("chromium"),
    args: CHROMIUM_ARGS,
  });
  const few = await openScreen(FEW_USERS, port, browser);
  const many = await openScreen(MANY_USERS, port + 1, browser);
  try {
    const [ofFew, ofMany] = [await medianFirstRow(few), await medianFirstRow(many)];
    return [
      { what: "first row, 100 users", figure: `${ofFew.toFixed(0)} ms`, target: "" },
      {
        what: "first row, 10,000 users",
        figure: `${ofMany.toFixed(0)} ms, ${(ofMany / ofFew).toFixed(2)} times`,
        target: "as with 100",
      },
      ...(await measureFrames(many)),
    ];
  } finally {
    await browser.close();
    await few.end();
    await many.end();
  }
}
