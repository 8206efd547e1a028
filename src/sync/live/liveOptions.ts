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
  openChannel:
    typeof BroadcastChannel === "undefined"
      ? null
      : (name, hear) => {
          const channel = new BroadcastChannel(name);
          channel.addEventListener("message", ({ data }) => hear(data));
          return {
            // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows have targets, channels don't
            post: (message) => channel.postMessage(message),
            close: () => channel.close(),
          };
        },
  retry: { first: 1_000, most: 30_000 },
  pause: 350,
};
