import { object } from "yup";
import { COMMENT_MAX } from "../comment.ts";
import { atMost, trimmedText } from "./common.ts";

/** Comment (§5). */
export const commentRule = object({
  comment: trimmedText("Comment cannot be empty")
    .required("Comment cannot be empty")
    .test(atMost("Comment", COMMENT_MAX)),
});
