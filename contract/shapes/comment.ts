import {
  added,
  count,
  flag,
  id,
  instant,
  listOf,
  named,
  nullable,
  object,
  type TypeOf,
  text,
} from "./shape.ts";

/** A comment on a task (§3). The last two fields go beyond §3. */
export const Comment = named(
  "Comment",
  object({
    id,
    comment: text,
    /** The author's name. */
    user_name: text,
    created_at: instant,
    user_id: added({
      ...nullable(id),
      description: "The author; null once the account is deleted.",
    }),
    /** Null if never. */
    edited_at: added({ ...nullable(instant), description: "When the text was last edited." }),
  }),
);
export type Comment = TypeOf<typeof Comment>;

/** GET /api/tasks/{id}/comments, the newest first. The last two fields go beyond §7. */
export const CommentsResponse = named(
  "CommentPage",
  object({
    comments: listOf(Comment),
    /** The number of all comments of the task. */
    total: count,
    hasOlder: {
      ...flag,
      description:
        "Whether the task has older comments. Get them with `before` set to the last id of this page.",
    },
  }),
);
export type CommentsResponse = TypeOf<typeof CommentsResponse>;
