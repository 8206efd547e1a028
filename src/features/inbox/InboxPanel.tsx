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
import { Tabs } from "#ui/menu/Tabs.tsx";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import type { InboxTab } from "./InboxBell.tsx";
import { InboxList } from "./InboxList.tsx";
import classes from "./InboxPanel.module.css";
import { InboxSettings } from "./InboxSettings.tsx";
import { keepNewestPage } from "./inboxApi.ts";
import Messages from "./Messages.tsx";
import type { Inbox } from "./useInbox.ts";

const TABS = { items: "Inbox", messages: "Messages" } as const;

/**
 * The inbox in a popover below its button; on a phone, in a sheet. Its last tab has the last messages of
 * this page. Its settings replace the list.
 */
export function InboxPanel({
  inbox,
  tab,
  onTab,
  onClose,
}: {
  inbox: Inbox;
  tab: InboxTab;
  onTab: (tab: InboxTab) => void;
  onClose: () => void;
}) {
  const [isSetting, setSetting] = useState(false);
  useOlderOnlyWhileOpen();
  if (isSetting) {
    return (
      <Dialog title="Inbox settings" size="corner" onClose={onClose}>
        <div className={classes.tools}>
          <Button
            variant="ghost"
            size="sm"
            icon={<ArrowLeft />}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focused button has gone with the items
            autoFocus
            onClick={() => setSetting(false)}
          >
            Back to inbox
          </Button>
        </div>
        <InboxSettings />
      </Dialog>
    );
  }
  return (
    <Dialog title="Inbox" size="corner" onClose={onClose}>
      <Tabs labels={TABS} chosen={tab} onChoose={onTab}>
        {tab === "messages" ? (
          <Messages />
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
                onClick={() => setSetting(true)}
              >
                Settings
              </Button>
            </div>
            <Items inbox={inbox} onClose={onClose} />
          </>
        )}
      </Tabs>
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
