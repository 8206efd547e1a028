import { useEffect, useRef, useState } from "react";
import type { InboxResponse } from "#contract/inbox.ts";
import { announcementOf } from "./inboxWords.ts";
import { itemKey } from "./markRead.ts";

/** Text for screen readers about unread items that have arrived since the inbox was loaded. */
export function useArrivals(inbox: InboxResponse | null): string {
  const known = useRef<Set<string> | null>(null);
  const [text, setText] = useState("");
  useEffect(() => {
    if (!inbox) return;
    const seen = known.current;
    known.current = new Set([...(seen ?? []), ...inbox.items.map(itemKey)]);
    const arrived = inbox.items.filter((item) => !item.read && seen && !seen.has(itemKey(item)));
    if (arrived.length > 0) setText(announcementOf(arrived));
  }, [inbox]);
  return text;
}
