import { ArrowLeft, CheckCheck, Inbox as InboxIcon, Settings2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import type { WithApi } from "#api/api.ts";
import { today } from "#lib/dates/day.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { LoadState } from "#sync/connection/LoadState.tsx";
import { Button } from "#ui/button/Button.tsx";
import { Dialog } from "#ui/dialog/Dialog.tsx";
import { OlderItems } from "#ui/lists/OlderItems.tsx";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { InboxList } from "./InboxList.tsx";
import classes from "./InboxPanel.module.css";
import { InboxSettings } from "./InboxSettings.tsx";
import { keepNewestPage } from "./inboxApi.ts";
import type { Inbox } from "./useInbox.ts";

/**
 * The inbox in a popover below its button; on a phone, in a sheet. Its settings replace the list.
 */
export function InboxPanel({ inbox, onClose }: { inbox: Inbox; onClose: () => void }) {
  const [view, setView] = useState<"items" | "settings">("items");
  useOlderOnlyWhileOpen();
  return (
    <Dialog title={view === "items" ? "Inbox" : "Inbox settings"} size="corner" onClose={onClose}>
      {view === "settings" ? (
        <>
          <div className={classes.tools}>
            <Button
              variant="ghost"
              size="sm"
              icon={<ArrowLeft />}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focused button has gone with the items
              autoFocus
              onClick={() => setView("items")}
            >
              Back to inbox
            </Button>
          </div>
          <InboxSettings />
        </>
      ) : (
        <>
          <div className={classes.tools}>
            <Button
              variant="ghost"
              size="sm"
              icon={<CheckCheck />}
              aria-disabled={!inbox.inbox?.unread}
              onClick={inbox.markAllRead}
            >
              Mark all as read
            </Button>
            <Button
              variant="ghost"
              size="sm"
              icon={<Settings2 />}
              onClick={() => setView("settings")}
            >
              Settings
            </Button>
          </div>
          <Items inbox={inbox} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

/**
 * Drops the older pages when the panel closes, so that each event refetches only the newest one.
 */
function useOlderOnlyWhileOpen() {
  const dispatch = useDispatch<StoreDispatch<WithApi>>();
  useEffect(() => () => void dispatch(keepNewestPage(today())), [dispatch]);
}

function Items({
  inbox: { inbox, query, markRead },
  onClose,
}: {
  inbox: Inbox;
  onClose: () => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  if (!inbox) return <LoadState query={query} failure="Failed to load inbox" />;
  if (inbox.items.length === 0) {
    return (
      <EmptyState
        icon={<InboxIcon />}
        title="Nothing new"
        text="Mentions, tasks assigned to you, comments on your tasks, and tasks that are due arrive here."
      />
    );
  }
  return (
    <>
      <InboxList
        list={list}
        items={inbox.items}
        onOpen={(item) => {
          markRead(item);
          onClose();
        }}
      />
      <OlderItems
        query={query}
        noun="items"
        countOf={(page) => page?.items.length ?? 0}
        itemAt={(index) => list.current?.querySelectorAll("a")[index]}
        className={classes.older}
      />
    </>
  );
}
