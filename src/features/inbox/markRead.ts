import type { InboxReadInput } from "#contract/inbox.ts";
import type { InboxItem, InboxResponse } from "#contract/shapes/inbox.ts";

/** Identifies an item until it happens again: an edit of a comment may mention its reader. */
export const itemKey = ({ id, at }: InboxItem): string => `${id} ${at}`;

/**
 * The pages as one inbox, with the items that this tab has marked as read, before the server confirms
 * it. Null without a page.
 */
export function withRead(
  pages: readonly InboxResponse[],
  readHere: ReadonlySet<string>,
): InboxResponse | null {
  const [newest] = pages;
  if (!newest) return null;
  const all = pages.flatMap((page) => page.items);
  const isChanged = (item: InboxItem) => !item.read && readHere.has(itemKey(item));
  const items = all.map((item) => (isChanged(item) ? { ...item, read: true } : item));
  const unread = Math.max(0, newest.unread - all.filter(isChanged).length);
  return { items, unread, hasOlder: pages.at(-1)?.hasOlder ?? false };
}

/** The call that marks the whole inbox as read, but nothing that has arrived since. */
export function readAll({ items }: InboxResponse): InboxReadInput {
  const due = items.filter(({ at, read }) => at === null && !read).map(({ id }) => id);
  const until = items.find(({ at }) => at !== null)?.at;
  return { ...(due.length > 0 && { ids: due.join(",") }), ...(until != null && { until }) };
}
