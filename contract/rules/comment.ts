import { object } from "yup";
import { COMMENT_MAX } from "../comment.ts";
import { trimmedText } from "./common.ts";

/** Comment (§5). */
export const commentRule = object({
  comment: trimmedText("Comment cannot be empty")
    .required("Comment cannot be empty")
    .max(COMMENT_MAX, `Comment must be at most ${COMMENT_MAX} characters`),
});
