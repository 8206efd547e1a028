import { CLIENT_HEADER } from "#contract/events.ts";

/** Sets the headers that our own server reads with every request. */
export function setOwnHeaders(headers: Headers, clientId: string): void {
  headers.set(CLIENT_HEADER, clientId);
  headers.set("x-time-zone", Intl.DateTimeFormat().resolvedOptions().timeZone);
}
