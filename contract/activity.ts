import type { CommentExcerpt } from "./inbox.ts";
import type { HistoryEntry, HistoryKind } from "./taskHistory.ts";

/** Whose tasks the activity shows: those that the user has or created, or those of the user's teams. */
export const ACTIVITY_SCOPES = ["mine", "teams"] as const;
export type ActivityScope = (typeof ACTIVITY_SCOPES)[number];

/** The maximum number of changes per page. Successive changes of a task by one user are one entry. */
export const ACTIVITY_PAGE_SIZE = 50;

/** The maximum number of a change in the record. */
export const CHANGE_NUMBER_MAX = Number.MAX_SAFE_INTEGER;

/** An entry of the history of any task. */
export interface ActivityEntry extends HistoryEntry {
  /** The place in the order of all changes: a later change has a larger number. */
  number: number;
  /** The present title; the one at that time if the task was deleted. */
  task: { id: string; title: string };
  /** Whether the task was deleted, and not restored. */
  gone: boolean;
  /** The comment that was added or edited, as it is now; null if it is gone, and for other kinds. */
  comment: CommentExcerpt | null;
}

/**
 * Query of GET /api/activity, beyond §7. Without `scope`, it matches all tasks. `actor` is a user's id.
 * `before` is the number where the page before ended (`next`).
 */
export interface ActivityQuery {
  scope?: ActivityScope;
  actor?: string;
  kind?: HistoryKind;
  before?: number;
}

/** GET /api/activity: the changes of tasks, the newest first. */
export interface ActivityResponse {
  entries: ActivityEntry[];
  /** Where the next page begins; null on the last one. A page may have few entries, or none, before it. */
  next: number | null;
  /** The number of the newest change that the user has seen; 0 before the first visit. */
  seen: number;
}

/** POST /api/activity/seen: the user has seen the changes up to this number. */
export interface ActivitySeenInput {
  until: number;
}
