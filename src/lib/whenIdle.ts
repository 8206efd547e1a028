import { pause } from "./pause.ts";

/** Settles after the browser has painted what the page shows now. A hidden page is not painted. */
export function whenPainted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

/** The pause in ms between two looks at whether the first content has come. */
const LOOK_AGAIN_MS = 50;

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await pause(LOOK_AGAIN_MS);
}

let start = Promise.resolve();

/** The page isn't idle until it has its first content. */
export function startUntil(hasContent: () => boolean): void {
  start = until(hasContent);
}

/** Settles when the page shows its first content and is idle. */
export async function whenIdle(): Promise<void> {
  await start;
  await new Promise<void>((resolve) => {
    function shown() {
      // Safari has no idle callbacks.
      if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
      else setTimeout(resolve, 200);
    }
    if (document.readyState === "complete") shown();
    else addEventListener("load", shown, { once: true });
  });
}

/** The time in ms after which a page that nobody has used yet loads the code of its controls. */
const UNUSED_MS = 5_000;

const USES = ["pointermove", "pointerdown", "scroll", "keydown"] as const;

let firstUse: Promise<void> | undefined;

function untilUsed(): Promise<void> {
  return new Promise((resolve) => {
    function use() {
      for (const type of USES) removeEventListener(type, use, true);
      resolve();
    }
    for (const type of USES) addEventListener(type, use, { capture: true, passive: true });
    setTimeout(use, UNUSED_MS);
  });
}

/**
 * Settles when the page is idle and the user has begun to use it, or some seconds after its start.
 * For code that only the user's actions need, so that it doesn't compete with the first content.
 */
export async function whenUsed(): Promise<void> {
  firstUse ??= untilUsed();
  await firstUse;
  await whenIdle();
}
