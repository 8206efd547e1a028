import { Bell } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { InboxResponse } from "#contract/shapes/inbox.ts";
import { useCommand } from "#lib/commands/useCommand.ts";
import { useTitleCount } from "#lib/hooks.ts";
import { useCode } from "#lib/lazyPart.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { focusToast } from "#ui/toasts/recentMessages.ts";
import classes from "./InboxBell.module.css";
import { announcementOf } from "./inboxWords.ts";
import { itemKey } from "./markRead.ts";
import { type Inbox, useInbox } from "./useInbox.ts";

/** What the open inbox shows. */
export type InboxTab = "items" | "messages";

/** Larger numbers would not fit on the button. */
const SHOWN_MAX = 99;

export interface BellProps {
  /** Where the button is; null: here, in the top bar. */
  place: Element | null;
  onNotLoaded: () => void;
}

/** Text for screen readers about unread items that have arrived since the inbox was loaded. */
function useArrivals(inbox: InboxResponse | null): string {
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

/** The button that opens the inbox, with the number of unread items. */
export function InboxBell({ place, onNotLoaded }: BellProps) {
  const [open, setOpen] = useState<InboxTab | null>(null);
  const inbox = useInbox();
  const unread = inbox.inbox?.unread ?? 0;
  const arrivals = useArrivals(inbox.newest);
  useTitleCount(unread);
  useCommand("inbox", () => setOpen("items"));
  useCommand("messages", () => void (focusToast() || setOpen("messages")));
  const close = () => setOpen(null);

  const button = (
    <IconButton
      label={unread > 0 ? `Inbox, ${unread} unread` : "Inbox"}
      keys="g i"
      icon={
        <>
          <Bell />
          {place && <span>Inbox </span>}
          {unread > 0 && (
            <span className={classes.count} aria-hidden="true" data-count>
              {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
            </span>
          )}
        </>
      }
      className={classes.bell}
      aria-haspopup="dialog"
      aria-expanded={open !== null}
      onClick={() => setOpen("items")}
    />
  );
  return (
    <>
      {place ? createPortal(button, place) : button}
      <output className="visually-hidden">{arrivals}</output>
      {open && (
        <LazyPanel
          inbox={inbox}
          tab={open}
          onTab={setOpen}
          onClose={close}
          onNotLoaded={() => {
            onNotLoaded();
            close();
          }}
        />
      )}
    </>
  );
}

function LazyPanel({
  onNotLoaded,
  ...props
}: {
  inbox: Inbox;
  tab: InboxTab;
  onTab: (tab: InboxTab) => void;
  onClose: () => void;
  onNotLoaded: () => void;
}) {
  const module = useCode(() => import("./InboxPanel.tsx"), onNotLoaded);
  return module && <module.InboxPanel {...props} />;
}
