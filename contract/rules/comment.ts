import { object } from "yup";
import { COMMENT_MAX } from "../comment.ts";
import { writtenText } from "./common.ts";

/** Comment (§5). */
export const commentRule = object({
  comment: writtenText("Comment cannot be empty", "Comment", COMMENT_MAX).required(
    "Comment cannot be empty",
  ),
});
