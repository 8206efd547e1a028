import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { SessionResponse } from "#contract/session.ts";
import { CHROMIUM_ARGS } from "../playwright.config.ts";
import { browserPath } from "../scripts/browsers.ts";
import { fillDatabase } from "./fill.ts";
import { MeasuredServer } from "./measured.ts";
import { CARD, column, recordFrames, stopFrames, watchDrop, watchFirstCard } from "./pageProbe.ts";
import { median, quantile, type Row } from "./table.ts";

const SIZES = [100, 1_000, 5_000] as const;
const LOADS = 7;
const DRAGS = 5;
const KB = 1024;

interface Board {
  firstCard: number;
  firstCardSlow: number;
  heap: number;
  drag: Drag;
  dragSlow: Drag;
}

interface Drag {
  lift: number;
  frames: number;
  drop: number;
}

/** What a person's browser has to do: bytes, first card, drags, memory. */
export async function measureBrowser(port: number): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: browserPath("chromium"),
    args: [...CHROMIUM_ARGS, "--js-flags=--expose-gc"],
  });
  const boards: BoardServer[] = [];
  try {
    for (const [index, size] of SIZES.entries()) boards.push(await serve(size, port + index));
    const [smallest] = boards;
    if (!smallest) throw new Error("there is nothing to measure");
    const bytes = await measureBytes(browser, smallest.server.url, smallest.session);
    const firstCard = await medianFirstCards(browser, boards, 1);
    const firstCardSlow = await medianFirstCards(browser, boards, 4);
    const measured = new Map<number, Board>();
    for (const board of boards) {
      measured.set(board.size, {
        firstCard: firstCard.get(board.size) ?? Number.NaN,
        firstCardSlow: firstCardSlow.get(board.size) ?? Number.NaN,
        ...(await measureUse(browser, board)),
      });
    }
    return rows(bytes, measured);
  } finally {
    await browser.close();
    for (const board of boards) await board.end();
  }
}

/** A server of its own with so many tasks. */
interface BoardServer {
  size: number;
  server: MeasuredServer;
  session: SessionResponse;
  end: () => Promise<void>;
}

async function serve(size: number, port: number): Promise<BoardServer> {
  const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-bench-"));
  await fillDatabase(folder, size);
  const server = await MeasuredServer.start(
    "server/main.ts",
    { PORT: String(port), DATA_DIR: folder, LOGIN_RATE_LIMIT: "off" },
    "/healthz",
  );
  const end = async (): Promise<void> => {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  };
  return { size, server, session: await signUp(server.url), end };
}

function rows(bytes: { login: number; kanban: number }, boards: Map<number, Board>): Row[] {
  const figure = (size: number, pick: (board: Board) => number): number => {
    const board = boards.get(size);
    return board ? pick(board) : Number.NaN;
  };
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const times = (size: number, pick: (board: Board) => number) =>
    `${ms(figure(size, pick))} = ${(figure(size, pick) / figure(100, pick)).toFixed(2)} ×`;
  const kb = (value: number) => `${(value / KB).toFixed(1)} KB`;
  return [
    { what: "initial JavaScript, /login (Brotli)", figure: kb(bytes.login), target: "≤ 90 KB" },
    { what: "initial JavaScript, /kanban (Brotli)", figure: kb(bytes.kanban), target: "≤ 110 KB" },
    { what: "first card, 100 tasks", figure: ms(figure(100, (b) => b.firstCard)), target: "" },
    {
      what: "first card, 1,000 tasks",
      figure: times(1_000, (b) => b.firstCard),
      target: "≤ 1.3 ×",
    },
    { what: "first card, 5,000 tasks", figure: times(5_000, (b) => b.firstCard), target: "≤ 2 ×" },
    {
      what: "first card, 100 tasks, CPU ÷ 4",
      figure: ms(figure(100, (b) => b.firstCardSlow)),
      target: "",
    },
    {
      what: "first card, 1,000 tasks, CPU ÷ 4",
      figure: times(1_000, (b) => b.firstCardSlow),
      target: "≤ 1.3 ×",
    },
    {
      what: "first card, 5,000 tasks, CPU ÷ 4",
      figure: times(5_000, (b) => b.firstCardSlow),
      target: "≤ 2 ×",
    },
    ...SIZES.flatMap((size) => [
      {
        what: `longest frame of a lift, ${size} tasks (CPU ÷ 4)`,
        figure: `${ms(figure(size, (b) => b.drag.lift))} (${ms(figure(size, (b) => b.dragSlow.lift))})`,
        target: size === 1_000 ? "≤ 34 ms" : "",
      },
      {
        what: `frames of a drag, p95, ${size} tasks (CPU ÷ 4)`,
        figure: `${ms(figure(size, (b) => b.drag.frames))} (${ms(figure(size, (b) => b.dragSlow.frames))})`,
        target: size === 5_000 ? "≤ 16.8 ms" : "",
      },
      {
        what: `drop until the card stands, ${size} tasks (CPU ÷ 4)`,
        figure: `${ms(figure(size, (b) => b.drag.drop))} (${ms(figure(size, (b) => b.dragSlow.drop))})`,
        target: "≤ 50 ms",
      },
      {
        what: `heap, ${size} tasks`,
        figure: `${(figure(size, (b) => b.heap) / KB / KB).toFixed(1)} MB`,
        target: size === 5_000 ? "≤ 30 MB" : "",
      },
    ]),
  ];
}

async function signUp(url: string): Promise<SessionResponse> {
  const response = await fetch(`${url}/api/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "bench@example.com", password: "a long one", role: "member" }),
  });
  return (await response.json()) as SessionResponse;
}

/** A browser profile without a cache, signed in or not. */
async function visitor(
  browser: Browser,
  url: string,
  session: SessionResponse | null,
): Promise<BrowserContext> {
  const kept = session
    ? [
        { name: "refreshToken", value: session.refreshToken },
        { name: "user", value: JSON.stringify(session.user) },
      ]
    : [];
  return browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage: kept }] },
  });
}

async function measureBytes(browser: Browser, url: string, session: SessionResponse) {
  return {
    login: await scriptBytes(browser, url, "/login", null),
    kanban: await scriptBytes(browser, url, "/kanban", session),
  };
}

/** ms without another script after which a page has what it needs. */
const REST = 1_000;

/** Bytes of JavaScript, as they travel, until the page has come to rest. */
async function scriptBytes(
  browser: Browser,
  url: string,
  route: string,
  session: SessionResponse | null,
): Promise<number> {
  const context = await visitor(browser, url, session);
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  let latest = performance.now();
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    latest = performance.now();
    sizes.push(request.sizes().then((size) => size.responseBodySize));
  });
  await page.goto(url + route);
  // Not "networkidle": the live stream never ends.
  while (performance.now() < latest + REST) await setTimeout(REST / 10);
  const all = await Promise.all(sizes);
  await context.close();
  return all.reduce((sum, size) => sum + size, 0);
}

async function measureUse(browser: Browser, { server, session }: BoardServer) {
  const context = await visitor(browser, server.url, session);
  const page = await context.newPage();
  await page.goto(`${server.url}/kanban`);
  await page.locator(CARD).first().waitFor();
  const heap = await usedHeap(page);
  const drag = await medianDrag(page, 1);
  const dragSlow = await medianDrag(page, 4);
  await context.close();
  return { heap, drag, dragSlow };
}

/** The sizes take turns, so that what else the machine does meets them all; the first round warms up. */
async function medianFirstCards(
  browser: Browser,
  boards: readonly BoardServer[],
  slowdown: number,
): Promise<Map<number, number>> {
  const figures = new Map<number, number[]>(boards.map(({ size }) => [size, []]));
  for (let load = 0; load <= LOADS; load++) {
    for (const board of boards) {
      const figure = await firstCard(browser, board, slowdown);
      if (load > 0) figures.get(board.size)?.push(figure);
    }
  }
  return new Map([...figures].map(([size, all]) => [size, median(all)]));
}

async function firstCard(
  browser: Browser,
  { server, session }: BoardServer,
  slowdown: number,
): Promise<number> {
  const context = await visitor(browser, server.url, session);
  const page = await context.newPage();
  await slow(page, slowdown);
  await page.addInitScript(watchFirstCard, CARD);
  await page.goto(`${server.url}/kanban`);
  await page.waitForFunction(() => window.firstCard !== undefined);
  const figure = await page.evaluate(() => window.firstCard ?? Number.NaN);
  await context.close();
  return figure;
}

async function slow(page: Page, rate: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
}

async function usedHeap(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("HeapProfiler.enable");
  await cdp.send("HeapProfiler.collectGarbage");
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  return usedSize;
}

async function medianDrag(page: Page, slowdown: number): Promise<Drag> {
  await slow(page, slowdown);
  const drags: Drag[] = [];
  for (let index = 0; index < DRAGS; index++) {
    const there = index % 2 === 0;
    drags.push(await drag(page, there ? "Todo" : "Done", there ? "Done" : "Todo"));
  }
  await slow(page, 1);
  return {
    lift: median(drags.map((figures) => figures.lift)),
    frames: median(drags.map((figures) => figures.frames)),
    drop: median(drags.map((figures) => figures.drop)),
  };
}

/** Drags the first card of a column to another with the mouse, once across all columns and back. */
async function drag(page: Page, from: string, to: string): Promise<Drag> {
  const card = page.locator(`${column(from)} ${CARD}`).first();
  const id = String(await card.getAttribute("data-rfd-draggable-id"));
  const start = await centre(page, `${column(from)} [data-rfd-draggable-id="${id}"]`);
  const end = await centre(page, column(to));
  await page.mouse.move(start.x, start.y);
  await rest(page);

  await page.evaluate(recordFrames);
  await page.mouse.down();
  await page.mouse.move(start.x + 10, start.y + 4);
  await page.waitForFunction(isLifted, id);
  await rest(page);
  const lift = Math.max(...(await page.evaluate(stopFrames)));

  await page.evaluate(recordFrames);
  await glide(page, start, end);
  await glide(page, end, start);
  await glide(page, start, end);
  const frames = quantile(await page.evaluate(stopFrames), 0.95);

  await page.evaluate(watchDrop, { list: column(to), id });
  await page.mouse.up();
  await page.waitForFunction(() => window.dropped !== undefined);
  const drop = await page.evaluate(() => window.dropped ?? Number.NaN);
  await rest(page);
  return { lift, frames, drop };
}

/** In the page: whether the card is in the hand. */
function isLifted(id: string): boolean {
  const places = document.querySelectorAll(`[data-rfd-draggable-id="${id}"]`);
  return [...places].some((place) => getComputedStyle(place).position === "fixed");
}

/** Waits until what happened is drawn, and nothing moves any more. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moves = () => document.getAnimations().some(({ playState }) => playState === "running");
    do {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    } while (moves());
  });
}

async function centre(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} can't be seen`);
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height, 400) / 2 };
}

/** A steady movement of a second. */
async function glide(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
): Promise<void> {
  const began = performance.now();
  for (let share = 0; share < 1; share = Math.min(1, (performance.now() - began) / 1000)) {
    await page.mouse.move(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
  }
  await page.mouse.move(to.x, to.y);
}
