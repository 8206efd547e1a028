import { type Browser, chromium } from "playwright-core";
import { CHROMIUM_ARGS } from "../playwright.config.ts";
import { browserPath } from "../scripts/browsers.ts";
import { medianDrag } from "./browserDrag.ts";
import { measureLiveChanges } from "./browserLive.ts";
import {
  FULL_SPEED,
  type Load,
  measureVisits,
  SLOW_PHONE,
  type Slowdown,
  usedHeap,
} from "./browserLoads.ts";
import { type BoardFigures, boardRows, slowRow } from "./browserRows.ts";
import { measureInteractions } from "./interactions.ts";
import { CARD } from "./pageProbe.ts";
import { type ServedBoard, serveBoard } from "./servedBoard.ts";
import type { Row } from "./table.ts";

/** The numbers of tasks on the measured boards. */
const SIZES = [100, 1_000, 5_000] as const;
const SLOW_SIZE = 100;
const INTERACTIONS_SIZE = 1_000;
const LIVE_SIZE = 5_000;
const VISITS = 5;

/** Measures the board and some interactions in Chromium. */
export async function measureBrowser(port: number): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: browserPath("chromium"),
    args: [...CHROMIUM_ARGS, "--js-flags=--expose-gc"],
  });
  const rows: Row[] = [];
  try {
    for (const [index, size] of SIZES.entries()) {
      const board = await serveBoard(size, port + index);
      try {
        rows.push(...boardRows(size, await measureBoard(browser, board)));
        if (size === SLOW_SIZE) {
          rows.push(slowRow(size, (await fastestVisits(browser, board, SLOW_PHONE)).first));
        }
        if (size === INTERACTIONS_SIZE) rows.push(...(await measureInteractions(browser, board)));
        if (size === LIVE_SIZE) rows.push(await measureLiveChanges(browser, board));
      } finally {
        await board.end();
      }
    }
    return rows;
  } finally {
    await browser.close();
  }
}

async function measureBoard(browser: Browser, app: ServedBoard): Promise<BoardFigures> {
  const visits = await fastestVisits(browser, app, FULL_SPEED);
  const context = await app.open(browser);
  const page = await context.newPage();
  await page.goto(`${app.url}/kanban`);
  await page.locator(CARD).first().waitFor();
  const heap = await usedHeap(page);
  const drag = await medianDrag(page);
  await context.close();
  return { ...visits, heap, drag };
}

async function fastestVisits(browser: Browser, app: ServedBoard, slowdown: Slowdown) {
  const firsts: Load[] = [];
  const seconds: Load[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const { first, second } = await measureVisits(browser, app, slowdown);
    firsts.push(first);
    seconds.push(second);
  }
  return { first: fastest(firsts), second: fastest(seconds) };
}

function fastest(loads: readonly Load[]): Load {
  const least = (pick: (load: Load) => number) => Math.min(...loads.map(pick));
  return {
    firstCard: least((load) => load.firstCard),
    blocked: least((load) => load.blocked),
    shift: Math.max(...loads.map((load) => load.shift)),
    scripts: least((load) => load.scripts),
  };
}
