import type { Channel } from "#session/tokens.ts";

/**
 * Broadcast channels for tabs that are stores in one test.
 *
 * @param deliver brings a message to one tab; by default at once
 */
export function fakeChannels(
  deliver: (arrive: () => void, tab: number) => void = (arrive) => arrive(),
) {
  const tabs: EventTarget[] = [];
  return function openChannel(): Channel {
    const target = new EventTarget();
    const own = tabs.push(target) - 1;
    const postMessage = (data: unknown) => {
      for (const [tab, other] of tabs.entries()) {
        if (tab === own) continue;
        deliver(() => void other.dispatchEvent(new MessageEvent("message", { data })), tab);
      }
    };
    const addEventListener = (type: string, listener: EventListenerOrEventListenerObject) =>
      target.addEventListener(type, listener);
    return { postMessage, addEventListener };
  };
}
