import type { Comment } from "#contract/comment.ts";
import { id, instant, named, nullable, shape, text } from "#contract/shapes/shape.ts";

/** A comment with the fields beyond §3. */
export type CommentDetail = Required<Comment>;

export const COMMENT = named(
  "Comment",
  shape<CommentDetail>({
    id,
    comment: text,
    user_name: text,
    created_at: instant,
    user_id: { ...nullable(id), description: "The author; null once the account is deleted." },
    edited_at: { ...nullable(instant), description: "When the text was last edited." },
  }),
);
