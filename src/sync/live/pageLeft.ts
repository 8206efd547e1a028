let left = false;
addEventListener("pagehide", () => (left = true));
addEventListener("pageshow", () => (left = false));

/** Whether the browser is leaving the page, or puts it into the back/forward cache. */
export const isPageLeft = (): boolean => left;
