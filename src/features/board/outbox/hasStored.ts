import { ownName } from "#lib/basePath.ts";

/** The beginning of the names of the outbox's lists in local storage. */
export const OUTBOX_PREFIX = ownName("taskdeck:outbox:");

/** The name of the list of a user and a tab. */
export const outboxKey = (userId: string, tabId: string): string =>
  `${OUTBOX_PREFIX}${encodeURIComponent(userId)}:${tabId}`;

/** Whether any list is stored. */
export function hasStored(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(OUTBOX_PREFIX));
  } catch {
    // The browser denies access.
    return false;
  }
}
