import { addDays } from "#contract/calendar.ts";
import { BACKUP_FAILED, type ToldJob } from "#contract/inbox.ts";
import type { InboxItem } from "#contract/shapes/inbox.ts";
import { formatDay, today } from "#lib/dates/day.ts";
import { countOf } from "#lib/text/formatCount.ts";

/** The text of each kind. */
const SAYS: Readonly<Record<InboxItem["kind"], (actor: string, since: string) => string>> = {
  mentioned: (actor) => `${actor} mentioned you`,
  assigned: (actor) => `${actor} assigned you`,
  commented: (actor) => `${actor} commented`,
  job_ended: () => "Ended in the background",
  backup_failed: () => "The server writes the next one within an hour",
  due_today: () => "Due today",
  overdue: (_actor, since) => `Overdue since ${since}`,
};

/** What the title of an item about ended work says of the number of users or tasks. */
const ENDED: Readonly<Record<ToldJob, (count: number) => string>> = {
  user_run: (count) => `${countOf(count, "user")} changed`,
  user_run_undo: (count) => `${countOf(count, "user")} changed back`,
  task_run: (count) => `${countOf(count, "task")} changed`,
  task_run_undo: (count) => `${countOf(count, "task")} changed back`,
  import: (count) => `${countOf(count, "task")} imported`,
  import_undo: (count) => `Import undone: ${countOf(count, "task")}`,
};

/** The first day on which a task is overdue. */
function overdueSince(due: string | null): string {
  const since = due === null ? today() : addDays(due, 1);
  return since === today() ? "today" : formatDay(since);
}

/** The task's title, or "600 tasks were handed over to you". */
export function titleOf({ kind, task, tasks, job }: InboxItem): string {
  if (kind === BACKUP_FAILED) return "The last backup failed";
  if (job) return ENDED[job](tasks);
  return (
    task?.title ?? `${countOf(tasks, "task")} ${tasks === 1 ? "was" : "were"} handed over to you`
  );
}

/** The event without its task: "Ada mentioned you". */
export function whatHappened({ kind, task, actor, due }: InboxItem): string {
  const name = actor?.name || "Unknown user";
  return task || !actor ? SAYS[kind](name, overdueSince(due)) : `By ${name}`;
}

/** The announcement for screen readers when unread items arrive; empty for none. */
export function announcementOf(arrived: readonly InboxItem[]): string {
  const [only] = arrived;
  if (!only) return "";
  if (arrived.length > 1) return `${arrived.length} new items in your inbox`;
  return `New in your inbox: ${whatHappened(only)}, ${titleOf(only)}`;
}
