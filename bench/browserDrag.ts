import type { Page } from "playwright-core";
import { CARD, column, recordFrames, stopFrames, watchDrop } from "./pageProbe.ts";
import { median, quantile } from "./table.ts";

const DRAGS = 5;

/** The durations of a drag's parts, in ms. */
export interface Drag {
  lift: number;
  frames: number;
  drop: number;
}

/** Median times in ms over several drags on one board. */
export async function medianDrag(page: Page): Promise<Drag> {
  const drags: Drag[] = [];
  for (let index = 0; index < DRAGS; index++) {
    const there = index % 2 === 0;
    drags.push(await drag(page, there ? "Todo" : "Done", there ? "Done" : "Todo"));
  }
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
  await waitForAnimations(page);

  await page.evaluate(recordFrames);
  await page.mouse.down();
  await page.mouse.move(start.x + 10, start.y + 4);
  await page.waitForFunction(isLifted, id);
  await waitForAnimations(page);
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
  await waitForAnimations(page);
  return { lift, frames, drop };
}

/** Runs in the page. Whether the card is being dragged. */
function isLifted(id: string): boolean {
  const places = document.querySelectorAll(`[data-rfd-draggable-id="${id}"]`);
  return [...places].some((place) => getComputedStyle(place).position === "fixed");
}

/** Waits until no animation runs. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moves = () => document.getAnimations().some(({ playState }) => playState === "running");
    do {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    } while (moves());
  });
}

async function centre(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not visible`);
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height, 400) / 2 };
}

/** Moves the pointer at constant speed for a second. */
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
