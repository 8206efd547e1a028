let left = false;
addEventListener("pagehide", () => (left = true));
addEventListener("pageshow", () => (left = false));

/** Whether the browser is leaving the page, or keeps it aside for the way back. */
export const isPageLeft = (): boolean => left;
