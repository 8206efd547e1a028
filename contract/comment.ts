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

/** GET /api/tasks/{id}/comments */
export interface CommentsResponse {
  comments: Comment[];
}
