import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { SessionResponse } from "#contract/session.ts";
import { CHROMIUM_ARGS } from "../playwright.config.ts";
import { browserPath } from "../scripts/browsers.ts";
import { medianDrag, slow } from "./browserDrag.ts";
import { type Board, browserRows, SIZES } from "./browserRows.ts";
import { fillDatabase } from "./fill.ts";
import { MeasuredServer } from "./measured.ts";
import { CARD, watchFirstCard } from "./pageProbe.ts";
import { median, type Row } from "./table.ts";

const LOADS = 7;

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
    return browserRows(bytes, measured);
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

async function usedHeap(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("HeapProfiler.enable");
  await cdp.send("HeapProfiler.collectGarbage");
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  return usedSize;
}
