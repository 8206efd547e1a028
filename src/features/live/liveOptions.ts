import type { LiveOptions } from "#api/extra.ts";
import { whenIdle } from "#lib/whenIdle.ts";

/** How a browser reads the news. */
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
