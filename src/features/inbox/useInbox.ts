import { useMemo, useState } from "react";
import type { InboxReadInput } from "#contract/inbox.ts";
import type { InboxItem, InboxResponse } from "#contract/shapes/inbox.ts";
import { today } from "#lib/dates/day.ts";
import { useRerenderEveryMinute } from "#lib/hooks.ts";
import {
  type InboxPagesQuery,
  useGetInboxInfiniteQuery,
  useMarkAsReadMutation,
} from "./inboxApi.ts";
import { itemKey, readAll, withRead } from "./markRead.ts";

/** The items of the inbox, and the functions that mark them as read. */
export interface Inbox {
  inbox: InboxResponse | null;
  /** Its newest page. */
  newest: InboxResponse | null;
  query: InboxPagesQuery;
  markRead: (item: InboxItem) => void;
  markAllRead: () => void;
}

/**
 * The user's inbox. Items that this tab marks as read show as read at once, and as unread again if
 * the call fails.
 */
export function useInbox(): Inbox {
  // A new day has other tasks that are due.
  useRerenderEveryMinute();
  const query = useGetInboxInfiniteQuery(today(), { refetchOnFocus: true });
  const [sendRead] = useMarkAsReadMutation();
  const [readHere, setReadHere] = useState<ReadonlySet<string>>(new Set());
  const pages = useMemo(
    () => query.data?.pages.filter((page) => page !== null) ?? [],
    [query.data],
  );
  const inbox = useMemo(() => withRead(pages, readHere), [pages, readHere]);

  async function mark(items: readonly InboxItem[], call: InboxReadInput) {
    const keys = items.filter(({ read }) => !read).map(itemKey);
    if (keys.length === 0) return;
    setReadHere((known) => new Set([...known, ...keys]));
    const { error: failure } = await sendRead(call);
    if (failure) setReadHere((known) => new Set([...known].filter((key) => !keys.includes(key))));
  }

  return {
    inbox,
    newest: pages[0] ?? null,
    query,
    markRead: (item) => void mark([item], { ids: item.id }),
    markAllRead: () => inbox && void mark(inbox.items, readAll(inbox)),
  };
}
