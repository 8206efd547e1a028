export const COMMENT_MAX = 5_000;

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
