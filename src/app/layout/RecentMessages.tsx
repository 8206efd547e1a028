import { MessageSquare } from "lucide-react";
import { useState } from "react";
import { formatTime } from "#lib/dates/day.ts";
import { Dialog } from "#ui/dialog/Dialog.tsx";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { recentMessages } from "#ui/toasts/recentMessages.ts";
import classes from "./RecentMessages.module.css";

/** Lists the toasts that have closed, for users who need more time to read them. */
export function RecentMessages({ onClose }: { onClose: () => void }) {
  const [messages] = useState(recentMessages);
  return (
    <Dialog title="Recent notifications" size="sm" onClose={onClose}>
      {messages.length === 0 ? (
        <EmptyState icon={<MessageSquare />} title="No messages yet" />
      ) : (
        <ol className={classes.list}>
          {messages.map(({ id, text, isError, at }) => (
            <li key={id} className={classes.message}>
              <time dateTime={at.toISOString()} className={classes.time}>
                {formatTime(at.toISOString())}
              </time>
              <span>
                {isError && <span className={classes.error}>Error: </span>}
                {text}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
