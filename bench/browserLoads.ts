import type { Browser, Page } from "playwright-core";
import { CARD, type PageLoad, scriptBytes, watchLoad } from "./pageProbe.ts";
import type { ServedBoard } from "./servedBoard.ts";

/** Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms latency. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
};

/** The time in ms for a page to store its data for the next visit, which it does when idle. */
const IDLE_WORK_MS = 1_500;

/** One load of the board. */
export interface Load extends PageLoad {
  firstCard: number;
  /** Compressed bytes of JavaScript that arrived before the first card. */
  scripts: number;
}

/** The slowdown of a device's CPU and network. */
export interface Slowdown {
  cpu: number;
  network: boolean;
}

export const FULL_SPEED: Slowdown = { cpu: 1, network: false };
export const SLOW_PHONE: Slowdown = { cpu: 4, network: true };

/** Slows a page's processor and network down. */
export async function slowDown(page: Page, { cpu, network }: Slowdown): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  if (network) {
    await cdp.send("Network.enable");
    await cdp.send("Network.emulateNetworkConditions", SLOW_4G);
  }
}

/**
 * Loads the board in a fresh profile, and once more in the same one: a first and a second visit.
 * The HTTP cache serves the second visit.
 */
export async function measureVisits(
  browser: Browser,
  app: ServedBoard,
  slowdown: Slowdown,
): Promise<{ first: Load; second: Load }> {
  const context = await app.open(browser);
  const page = await context.newPage();
  await slowDown(page, slowdown);
  await page.addInitScript(watchLoad, CARD);
  const visit = async (): Promise<Load> => {
    await page.goto(`${app.url}/kanban`, { waitUntil: "commit" });
    await page.waitForFunction(() => window.load?.firstCard != null);
    await page.waitForTimeout(IDLE_WORK_MS);
    const load = await page.evaluate(() => window.load);
    const firstCard = load?.firstCard ?? Number.NaN;
    const scripts = await page.evaluate(scriptBytes, firstCard);
    return { blocked: 0, shift: 0, ...load, firstCard, scripts };
  };
  const first = await visit();
  const second = await visit();
  await context.close();
  return { first, second };
}

/** Memory that the page's JavaScript uses, in bytes, after a garbage collection. */
export async function usedHeap(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("HeapProfiler.enable");
  await cdp.send("HeapProfiler.collectGarbage");
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  return usedSize;
}
