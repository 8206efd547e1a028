import type { Channel, LiveOptions } from "#session/extra.ts";

/** Channels between tabs that are stores in one test. What is said is heard a moment later. */
export function fakeChannels(): NonNullable<LiveOptions["openChannel"]> {
  const open = new Map<string, Set<(message: unknown) => void>>();
  return (name, hear): Channel => {
    const others = open.get(name) ?? new Set();
    open.set(name, others);
    others.add(hear);
    return {
      post: (message) => {
        const copy = JSON.stringify(message);
        for (const other of others) {
          if (other === hear) continue;
          queueMicrotask(() => others.has(other) && other(JSON.parse(copy)));
        }
      },
      close: () => void others.delete(hear),
    };
  };
}

/** How a test reads the news: at once, and after pauses too short to notice. */
export function fastLive(openChannel: LiveOptions["openChannel"] = null): LiveOptions {
  return {
    whenIdle: () => Promise.resolve(),
    openChannel,
    retry: { first: 2, most: 10 },
    pause: 5,
  };
}
