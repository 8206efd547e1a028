import { CLIENT_HEADER } from "#contract/events.ts";
import { SAME_ORIGIN } from "#lib/env.ts";

/** The user's time zone. The first use of Intl takes 20 ms, so it is only for browsers without Temporal. */
const timeZone = (): string =>
  typeof Temporal === "undefined"
    ? Intl.DateTimeFormat().resolvedOptions().timeZone
    : Temporal.Now.timeZoneId();

/** Sets the headers that our own server reads with every request. */
export function setOwnHeaders(headers: Headers, clientId: string): void {
  headers.set(CLIENT_HEADER, clientId);
  headers.set("x-time-zone", timeZone());
}

/**
 * Names a request in the server's log, so that a developer finds the line of an action. Another
 * origin's CORS rules may reject the header, so it gets none.
 */
export const requestIdHeader = (id: string | undefined): Record<string, string> =>
  SAME_ORIGIN && id !== undefined ? { "x-request-id": id } : {};
