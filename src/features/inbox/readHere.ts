import type { InboxItem, InboxReadInput, InboxResponse } from "#contract/inbox.ts";

/** Identifies an item until it happens again: an edit of a comment may mention its reader. */
export const keyOf = ({ id, at }: InboxItem): string => `${id} ${at}`;

/** The inbox with the items that this tab has marked as read, before the server confirms it. */
export function withRead(inbox: InboxResponse, readHere: ReadonlySet<string>): InboxResponse {
  const isChanged = (item: InboxItem) => !item.read && readHere.has(keyOf(item));
  const changes = inbox.items.filter(isChanged).length;
  if (changes === 0) return inbox;
  const items = inbox.items.map((item) => (isChanged(item) ? { ...item, read: true } : item));
  return { ...inbox, items, unread: Math.max(0, inbox.unread - changes) };
}

/** The call that marks the whole inbox as read, but nothing that has arrived since. */
export function readAll({ items }: InboxResponse): InboxReadInput {
  const due = items.filter(({ at, read }) => at === null && !read).map(({ id }) => id);
  const until = items.find(({ at }) => at !== null)?.at;
  return { ...(due.length > 0 && { ids: due.join(",") }), ...(until != null && { until }) };
}
