import { ArrowLeft, CheckCheck, Inbox as InboxIcon, Settings2 } from "lucide-react";
import { useState } from "react";
import { adviceOf } from "#api/errors.ts";
import { INBOX_NEWS_MAX } from "#contract/inbox.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { ErrorState } from "#ui/ErrorState.tsx";
import { Spinner } from "#ui/Spinner.tsx";
import { InboxList } from "./InboxList.tsx";
import classes from "./InboxPanel.module.css";
import { InboxSettings } from "./InboxSettings.tsx";
import type { Inbox } from "./useInbox.ts";

/** The inbox below its button; on a phone a sheet. Its settings take its place. */
export function InboxPanel({ inbox, onClose }: { inbox: Inbox; onClose: () => void }) {
  const [view, setView] = useState<"items" | "settings">("items");
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

function Items({
  inbox: { inbox, error, refetch, markRead },
  onClose,
}: {
  inbox: Inbox;
  onClose: () => void;
}) {
  if (!inbox) {
    if (!error) return <Spinner />;
    return <ErrorState title="Failed to load inbox" text={adviceOf(error)} onRetry={refetch} />;
  }
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
        items={inbox.items}
        onOpen={(item) => {
          markRead(item);
          onClose();
        }}
      />
      {inbox.hasOlder && (
        <p className={classes.older}>Only the {INBOX_NEWS_MAX} newest are shown.</p>
      )}
    </>
  );
}
