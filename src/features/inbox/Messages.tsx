import { MessageSquare } from "lucide-react";
import { useState } from "react";
import { formatTime } from "#lib/dates/day.ts";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { recentMessages } from "#ui/toasts/recentMessages.ts";
import classes from "./Messages.module.css";

/** Lists the last toasts, for users who need more time to read them. */
export default function Messages() {
  const [messages] = useState(recentMessages);
  if (messages.length === 0) return <EmptyState icon={<MessageSquare />} title="No messages yet" />;
  return (
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
  );
}
