import type { HistoryKind } from "./taskHistory.ts";

/** Whose tasks the activity shows: those that the user has or created, or those of the user's teams. */
export const ACTIVITY_SCOPES = ["mine", "teams"] as const;
export type ActivityScope = (typeof ACTIVITY_SCOPES)[number];

/** The maximum number of changes per page. Successive changes of a task by one user are one entry. */
export const ACTIVITY_PAGE_SIZE = 50;

/** The maximum number of changes that a page of the digest sums up, and of unread ones that are counted. */
export const DIGEST_MAX = 2_000;

/** The maximum number of a change in the record. */
export const CHANGE_NUMBER_MAX = Number.MAX_SAFE_INTEGER;

/**
 * Query of GET /api/activity, beyond §7. Without `scope`, it matches all tasks. `actor` is a user's id.
 * `before` is the number where the page before ended (`next`), and only changes after the number `after`
 * match. With `digest`, an entry stands for all of one user and kind within an hour.
 */
export interface ActivityQuery {
  scope?: ActivityScope;
  actor?: string;
  kind?: HistoryKind;
  before?: number;
  after?: number;
  digest?: boolean;
}

/** POST /api/activity/seen: the user has seen the changes up to this number. */
export interface ActivitySeenInput {
  until: number;
}
