import { openChannel } from "#lib/channel.ts";
import { whenIdle } from "#lib/whenIdle.ts";
import type { LiveOptions } from "#session/appExtra.ts";

/** How a browser receives live updates. */
export const LIVE_OPTIONS: LiveOptions = {
  whenIdle,
  openChannel,
  reopenDelayMs: 1_000,
  maxReopenDelayMs: 30_000,
  refetchIntervalMs: 350,
  takeoverDelayMs: 350,
};
