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
