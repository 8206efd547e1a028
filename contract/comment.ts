export const COMMENT_MAX = 5_000;

/** A comment on a task (§3); `user_name` is its author's name. `created_at` is an ISO 8601 instant in UTC. */
export interface Comment {
  id: string;
  comment: string;
  user_name: string;
  created_at: string;
}

/** POST /api/tasks/{id}/comments */
export interface CommentInput {
  comment: string;
}

/** Comments in one response at most, and as many as come when the query doesn't say. */
export const COMMENTS_MAX = 500;
/** Comments that the task page asks for at once. */
export const COMMENTS_SHOWN = 100;

/**
 * Query of GET /api/tasks/{id}/comments. Both go beyond §7, so another server may ignore them.
 * `before` is a comment's id: the response begins with the next older one.
 */
export interface CommentQuery {
  limit: number;
  before?: string;
}

/**
 * GET /api/tasks/{id}/comments: the newest first. The last two go beyond §7: how many comments the
 * task has, and whether it has older ones than these.
 */
export interface CommentsResponse {
  comments: Comment[];
  total: number;
  hasOlder: boolean;
}
