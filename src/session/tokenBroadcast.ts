import type { User } from "#contract/shapes/user.ts";
import type { Channel } from "#lib/channel.ts";
import { isObject } from "#lib/json.ts";
import { pause } from "#lib/pause.ts";

/** A new access token of a user's session. */
interface Renewal {
  userId: User["id"];
  accessToken: string;
}

function readRenewal(data: unknown): Renewal | null {
  if (!isObject(data)) return null;
  const { userId, accessToken } = data;
  if (typeof userId !== "string" || typeof accessToken !== "string") return null;
  return { userId, accessToken };
}

/**
 * Shares new access tokens between tabs. They are stored nowhere.
 *
 * @param channel to the other tabs; without one, each tab fetches its own access token
 * @param accept takes a token from another tab; returns false if this tab can't use it
 */
export function shareRenewals(channel: Channel | null, accept: (renewal: Renewal) => boolean) {
  let nextRenewal = new AbortController();
  channel?.addEventListener("message", ({ data }) => {
    const renewal = readRenewal(data);
    if (!renewal || !accept(renewal)) return;
    nextRenewal.abort();
    nextRenewal = new AbortController();
  });
  return {
    post(renewal: Renewal): void {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows have targets, channels don't
      channel?.postMessage(renewal);
    },
    /** Settles when another tab sends a token that this tab accepts, or after `timeoutMs`. */
    async next(timeoutMs: number): Promise<void> {
      if (channel) await pause(timeoutMs, nextRenewal.signal);
    },
  };
}
