import { expect, type Page } from "@playwright/test";

declare global {
  interface Window {
    layoutShifts: string[];
  }
}

/** Runs in the page, as an initial script. Records which elements move, and by how many px. */
export function recordLayoutShifts(): void {
  window.layoutShifts = [];
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.localName}.${node.classList.value}` : String(node?.nodeName);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { sources = [] } = entry as PerformanceEntry & {
        sources?: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      for (const { node, previousRect: from, currentRect: to } of sources) {
        window.layoutShifts.push(
          `${nameOf(node)} from ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`,
        );
      }
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Resolves after the next paint. */
export const afterPaint = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

/** Expects that nothing has moved since the page began to load. */
export async function expectNoShift(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  // A shift is reported after the frame in which it happened.
  for (let frame = 0; frame < 3; frame++) await afterPaint(page);
  expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
}
