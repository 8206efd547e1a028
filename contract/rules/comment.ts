import { object } from "yup";
import { COMMENT_MAX, COMMENTS_MAX } from "../comment.ts";
import { idFilter, requiredText, wholeNumber } from "./common.ts";

/** Comment (§5). */
export const commentRule = object({
  comment: requiredText("Comment cannot be empty", "Comment", COMMENT_MAX),
});

/** Query of GET /api/tasks/{id}/comments. An empty `before` counts as absent. */
export const commentQueryRule = object({
  limit: wholeNumber("Limit", COMMENTS_MAX).default(COMMENTS_MAX),
  before: idFilter("Before must be a comment's id"),
});
