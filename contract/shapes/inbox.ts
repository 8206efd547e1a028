import { BACKUP_FAILED, INBOX_KINDS, ITEM_ID_MAX, JOB_ENDED, TOLD_JOBS } from "../inbox.ts";
import { NamedRecord } from "./id.ts";
import {
  count,
  day,
  enumOf,
  flag,
  id,
  instant,
  listOf,
  named,
  nullable,
  object,
  optional,
  type TypeOf,
  text,
} from "./shape.ts";

/** The beginning of a comment. */
export const CommentExcerpt = object({ id, excerpt: text });
export type CommentExcerpt = TypeOf<typeof CommentExcerpt>;

/** One item of an inbox. */
export const InboxItem = named(
  "InboxItem",
  object({
    id: { ...text, maxLength: ITEM_ID_MAX },
    kind: enumOf([...INBOX_KINDS, BACKUP_FAILED, JOB_ENDED]),
    task: {
      ...nullable(object({ id, title: text })),
      description:
        "Null for several tasks that were handed over together, a failed backup, and ended work.",
    },
    tasks: { ...count, description: "The number of tasks, or of what ended work has changed." },
    /** The account may be deleted by now. */
    actor: {
      ...nullable(NamedRecord),
      description: "The user who caused it; null for tasks that are due, and ended work.",
    },
    /** When it happened; null for a failed backup, too. */
    at: { ...nullable(instant), description: "Null for tasks that are due." },
    due: { ...nullable(day), description: "The day a task was due; null for other kinds." },
    /** Set for mentions and comments. */
    comment: nullable(CommentExcerpt),
    read: flag,
    job: optional({
      ...enumOf(TOLD_JOBS),
      description: "The long work of the user that has ended.",
    }),
  }),
);
export type InboxItem = TypeOf<typeof InboxItem>;

/** GET /api/inbox: tasks that are due, then the rest, the newest first. */
export const InboxResponse = object({
  items: listOf(InboxItem),
  unread: { ...count, description: "Of all items, counted up to 500." },
  hasOlder: {
    ...flag,
    description:
      "Whether there are older items. Get them with `before` set to the last item's `at`, a comma and its `id`.",
  },
});
export type InboxResponse = TypeOf<typeof InboxResponse>;

/** GET and PUT /api/inbox/settings: whether the inbox gets items of a kind. PUT may leave some out. */
export const InboxSettings = named(
  "InboxSettings",
  object({ mentioned: flag, assigned: flag, commented: flag, due_today: flag, overdue: flag }),
);
export type InboxSettings = TypeOf<typeof InboxSettings>;
