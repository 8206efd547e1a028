import { ownName } from "./address/basePath.ts";

/** Sends messages to the other tabs of this browser. */
export type Channel = Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close">;

/** Opens a channel between tabs; null in a browser without broadcast channels. */
export function openChannel(name: string): Channel | null {
  return "BroadcastChannel" in window ? new BroadcastChannel(ownName(name)) : null;
}
