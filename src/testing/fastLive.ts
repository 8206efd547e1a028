import type { LiveOptions } from "#session/appExtra.ts";

/** Live updates in tests: received at once, with pauses too short to notice. */
export function fastLive(openChannel: LiveOptions["openChannel"] = () => null): LiveOptions {
  return {
    whenIdle: () => Promise.resolve(),
    openChannel,
    reopenDelayMs: 2,
    maxReopenDelayMs: 10,
    refetchIntervalMs: 5,
    takeoverDelayMs: 5,
  };
}
