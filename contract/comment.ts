export const COMMENT_MAX = 5_000;

/** A comment on a task (§3). `created_at` is an ISO 8601 instant in UTC. */
export interface Comment {
  id: string;
  comment: string;
  /** The author's name. */
  user_name: string;
  created_at: string;
  /** Beyond §3: the author's id; null once the account is deleted. */
  user_id?: string | null;
  /** Beyond §3: when the text was last edited; null if never. */
  edited_at?: string | null;
}

/** POST /api/tasks/{id}/comments and, beyond §7, PATCH /api/tasks/{id}/comments/{commentId} */
export interface CommentInput {
  comment: string;
}

/** The maximum number of comments per page, and the default of the query's `limit`. */
export const COMMENTS_MAX = 500;
/** The number of comments per page on the task screen. */
export const COMMENTS_SHOWN = 100;

/**
 * Query of GET /api/tasks/{id}/comments. Both fields go beyond §7, so another server may ignore
 * them. `before` is a comment's id: the page holds older comments only.
 */
export interface CommentQuery {
  limit: number;
  before?: string;
}

/** GET /api/tasks/{id}/comments, the newest first. */
export interface CommentsResponse {
  comments: Comment[];
  /** Beyond §7: the number of all comments of the task. */
  total: number;
  /** Beyond §7: whether the task has comments older than these. */
  hasOlder: boolean;
}
