import { CommentExcerpt } from "./inbox.ts";
import {
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
import { historyEntryFields } from "./taskHistory.ts";

/** An entry of the history of any task. */
export const ActivityEntry = named(
  "ActivityEntry",
  object({
    ...historyEntryFields,
    number: { ...count, description: "The place in the order of all changes." },
    /** The present title; the one at that time if the task was deleted. */
    task: object({ id, title: text }),
    count: {
      ...count,
      description: "The number of entries that it stands for; 1 without `digest`.",
    },
    tasks: { ...count, description: "The number of tasks that they have changed." },
    oldest: { ...count, description: "The number of the oldest change of them." },
    gone: { ...flag, description: "Whether the task was deleted, and not restored." },
    /** Null if it is gone, and for other kinds. */
    comment: {
      ...nullable(CommentExcerpt),
      description: "The comment that was added or edited, as it is now.",
    },
  }),
);
export type ActivityEntry = TypeOf<typeof ActivityEntry>;

/** GET /api/activity: the changes of tasks, the newest first. */
export const ActivityResponse = object({
  entries: listOf(ActivityEntry),
  next: {
    ...nullable(count),
    description:
      "The value of `before` for the next page; null on the last one. A page may have few entries or none before it.",
  },
  seen: {
    ...count,
    description: "The newest change that the caller has seen; 0 before the first visit.",
  },
});
export type ActivityResponse = TypeOf<typeof ActivityResponse>;

/** GET /api/activity/unread: the lines of the digest that the caller has not seen, without their own. */
export const UnreadActivity = object({
  lines: count,
  more: { ...flag, description: "Whether there are older ones, which are not counted." },
  since: {
    ...nullable(instant),
    description:
      "The time of the newest change that the caller has seen; null before the first visit.",
  },
});
export type UnreadActivity = TypeOf<typeof UnreadActivity>;
