/** Settles after the browser has painted what the page shows now. A hidden page is not painted. */
export function whenPainted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

/** Settles when the page is shown and idle. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
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

const USES = ["pointermove", "pointerdown", "keydown"] as const;

let firstUse: Promise<void> | undefined;

function untilUsed(): Promise<void> {
  return new Promise((resolve) => {
    function use() {
      for (const type of USES) removeEventListener(type, use, true);
      resolve();
    }
    for (const type of USES) addEventListener(type, use, true);
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
