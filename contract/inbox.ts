import { ID_MAX } from "./id.ts";

/**
 * The kinds of items: another user mentioned the user, assigned them a task, or commented on a task
 * that they created or are assigned to; an assigned task is due today or overdue. The inbox is not in §7,
 * so another server may have none.
 */
export const INBOX_KINDS = ["mentioned", "assigned", "commented", "due_today", "overdue"] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** Kinds that depend on the user's current day, so no other user causes them. */
export const DUE_KINDS = ["due_today", "overdue"] as const satisfies readonly InboxKind[];
export type DueKind = (typeof DUE_KINDS)[number];

/** For admins: the last scheduled backup failed. It stays unread until a backup succeeds. */
export const BACKUP_FAILED = "backup_failed";

/** Long work that the user has begun has ended. Its item has the id that {@link jobItemId} gives. */
export const JOB_ENDED = "job_ended";
/** The kinds of long work whose end the inbox tells. */
export const TOLD_JOBS = [
  "user_run",
  "user_run_undo",
  "task_run",
  "task_run_undo",
  "import",
  "import_undo",
] as const;
export type ToldJob = (typeof TOLD_JOBS)[number];
/** Shorter work ends while its maker looks, so the inbox doesn't tell it. */
export const JOB_TOLD_FROM_MS = 10_000;

/** The id of the item about the end of long work. `subject`: the id of the bulk action or import. */
export const jobItemId = (job: ToldJob, subject: string): string => `${job}:${subject}`;

/** The kinds that another user's action causes. */
export type ActivityKind = Exclude<InboxKind, DueKind>;

/** The number of characters that an item shows of a comment. */
export const INBOX_EXCERPT = 140;
/** The maximum number of items in one response: those that other users cause, and due tasks. */
export const INBOX_ACTIVITY_MAX = 50;
export const INBOX_DUE_MAX = 50;
/** Unread items are counted up to this number. */
export const UNREAD_MAX = 500;

/**
 * Query of GET /api/inbox. `before` is where an earlier page ended (`positionOf`): the next page has
 * only older items.
 */
export interface InboxQuery {
  before?: string | undefined;
}

/** The position of an item with an instant in the inbox, for the query's `before`. */
export const positionOf = ({ at, id }: { at: string | null; id: string }): string => `${at},${id}`;

/** The maximum number of items that one request marks as read by their ids. */
export const READ_IDS_MAX = INBOX_ACTIVITY_MAX + INBOX_DUE_MAX;
/**
 * The maximum length of an item's id, in characters. The longest one has a kind, a task's id and a
 * day.
 */
export const ITEM_ID_MAX = "due_today::yyyy-MM-dd".length + ID_MAX;

/**
 * POST /api/inbox/read: marks items as read, by their ids (comma-separated), or up to an instant. Tasks
 * that are due have no instant.
 */
export interface InboxReadInput {
  ids?: string | undefined;
  until?: string | undefined;
}
