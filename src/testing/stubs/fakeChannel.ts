import type { Channel } from "#lib/channel.ts";

/**
 * Broadcast channels for tabs that are stores in one test.
 *
 * @param deliver delivers a message to one other tab; immediately by default
 */
export function fakeChannels(deliver: (arrive: () => void) => void = (arrive) => arrive()) {
  const channels = new Map<string, Set<EventTarget>>();
  return function openChannel(name = ""): Channel {
    const target = new EventTarget();
    const tabs = channels.get(name) ?? new Set();
    channels.set(name, tabs.add(target));
    const postMessage = (data: unknown) => {
      const copy: unknown = JSON.parse(JSON.stringify(data));
      for (const tab of tabs) {
        if (tab === target) continue;
        deliver(
          () => tabs.has(tab) && tab.dispatchEvent(new MessageEvent("message", { data: copy })),
        );
      }
    };
    const addEventListener = (type: string, listener: EventListenerOrEventListenerObject) =>
      target.addEventListener(type, listener);
    return { postMessage, addEventListener, close: () => void tabs.delete(target) };
  };
}
