import type { EventBus } from "#server/eventBus.ts";

/**
 * Tells the apps of these users, and no others, that their inbox has changed for a reason that isn't
 * recorded. The record of changes names the other users.
 */
export function wakeInbox(events: EventBus, userIds: Iterable<string>): void {
  for (const id of new Set(userIds)) {
    events.publish({ type: "inbox", id, change: "updated", by: null });
  }
}
