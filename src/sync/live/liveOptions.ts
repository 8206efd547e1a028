import { openChannel } from "#lib/channel.ts";
import type { LiveOptions } from "#session/extra.ts";

/** Settles when the page is shown and idle. */
function whenIdle(): Promise<void> {
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

/** How a browser receives live updates. */
export const LIVE: LiveOptions = {
  whenIdle,
  openChannel,
  reopenDelayMs: 1_000,
  maxReopenDelayMs: 30_000,
  refetchIntervalMs: 350,
  takeoverDelayMs: 350,
};
