/* These functions run in the measured page. They are sent as text, so none may use another. */

/** Selectors by the attributes of the drag-and-drop library. */
export const CARD = "[data-rfd-draggable-id]";
export const column = (status: string): string => `[data-rfd-droppable-id="${status}"]`;

/** The figures of a page until its first card. */
export interface PageLoad {
  /** The time at which the first card had been painted, in ms since the navigation began. */
  firstCard: number | null;
  /** The time in ms for which the main thread was blocked until then. */
  blocked: number;
  /** The sum of layout shifts. */
  shift: number;
}

declare global {
  interface Window {
    load?: PageLoad;
    /** The longest task since `watchTasks`, in ms; 0 when none exceeded 50 ms. */
    longestTask?: number;
    /** Lengths of the frames since the recording began, in ms. */
    frameLengths?: number[];
    recording?: boolean;
    /** From the release of the button until the card rested in its column, in ms. */
    dropped?: number;
  }
}

/** Records when the first card was painted, and the page's figures until then. */
export function watchLoad(card: string): void {
  const load: PageLoad = { firstCard: null, blocked: 0, shift: 0 };
  window.load = load;
  const observe = (type: string, read: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({
      type,
      buffered: true,
    });
  observe("longtask", ({ startTime, duration }) => {
    // Only the part of a task beyond 50 ms counts as blocking.
    if (startTime < (load.firstCard ?? Infinity)) load.blocked += duration - 50;
  });
  observe("layout-shift", (entry) => {
    const { hadRecentInput, value } = entry as PerformanceEntry & {
      hadRecentInput: boolean;
      value: number;
    };
    if (!hadRecentInput) load.shift += value;
  });
  const observer = new MutationObserver(() => {
    if (!document.querySelector(card)) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      setTimeout(() => {
        load.firstCard = performance.now();
      });
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}

/**
 * The transferred bytes of the scripts that arrived before the time `before`, in ms on the page's
 * clock.
 */
export function scriptBytes(before: number): number {
  return performance
    .getEntriesByType("resource")
    .map((entry) => entry as PerformanceResourceTiming)
    .filter(({ name, responseEnd }) => name.endsWith(".js") && responseEnd < before)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

/** Records long tasks until `longestTask` is read. */
export function watchTasks(): void {
  window.longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      window.longestTask = Math.max(window.longestTask ?? 0, duration);
    }
  }).observe({ type: "longtask" });
}

/** Records the length of every frame until `recording` is turned off. */
export function recordFrames(): void {
  const frames: number[] = [];
  window.frameLengths = frames;
  window.recording = true;
  let last = performance.now();
  const next = (now: number): void => {
    frames.push(now - last);
    last = now;
    if (window.recording) requestAnimationFrame(next);
  };
  requestAnimationFrame((now) => {
    last = now;
    requestAnimationFrame(next);
  });
}

/** Ends the recording, and returns the frame lengths. */
export function stopFrames(): number[] {
  window.recording = false;
  return window.frameLengths ?? [];
}

/** Measures the time from the button's release until the card rests in the column. */
export function watchDrop({ list, id }: { list: string; id: string }): void {
  delete window.dropped;
  const stands = (): boolean => {
    const card = document.querySelector(`${list} [data-rfd-draggable-id="${id}"]`);
    if (!card) return false;
    const { position, transform } = getComputedStyle(card);
    const still = transform === "none" || transform === "matrix(1, 0, 0, 1, 0, 0)";
    return position !== "fixed" && still;
  };
  window.addEventListener(
    "pointerup",
    ({ timeStamp }) => {
      const look = (): void => {
        if (stands()) window.dropped = performance.now() - timeStamp;
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    { capture: true, once: true },
  );
}
