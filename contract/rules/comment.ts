import { object } from "yup";
import { COMMENT_MAX, COMMENTS_MAX } from "../comment.ts";
import { idFilter, wholeNumber, writtenText } from "./common.ts";

/** Comment (§5). */
export const commentRule = object({
  comment: writtenText("Comment cannot be empty", "Comment", COMMENT_MAX).required(
    "Comment cannot be empty",
  ),
});

/** Query of GET /api/tasks/{id}/comments. An empty `before` counts as none. */
export const commentQueryRule = object({
  limit: wholeNumber("Limit", COMMENTS_MAX).default(COMMENTS_MAX),
  before: idFilter("Before must be a comment's id"),
});
