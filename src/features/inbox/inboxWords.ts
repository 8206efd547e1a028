import type { InboxItem, InboxKind } from "#contract/inbox.ts";

/** What each kind says about a task. */
const SAYS: Readonly<Record<InboxKind, (actor: string) => string>> = {
  mentioned: (actor) => `${actor} mentioned you`,
  assigned: (actor) => `${actor} assigned you`,
  commented: (actor) => `${actor} commented`,
  due_today: () => "Due today",
  overdue: () => "Overdue since today",
};

/** What happened, without the task: "Ada mentioned you". */
export const whatHappened = ({ kind, actor }: InboxItem): string =>
  SAYS[kind](actor?.name || "Unknown user");

/** What screen readers announce when unread items arrive; empty for none. */
export function announcementOf(arrived: readonly InboxItem[]): string {
  const [only] = arrived;
  if (!only) return "";
  if (arrived.length > 1) return `${arrived.length} new items in your inbox`;
  return `New in your inbox: ${whatHappened(only)}, ${only.task.title}`;
}
