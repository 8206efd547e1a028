import type { TagDescription } from "@reduxjs/toolkit/query/react";
import type { Change } from "#contract/events.ts";
import { idTag, listTag, type TagType } from "#api/tags.ts";

export type Tag = TagDescription<TagType>;

/** All that a change of any kind may touch. */
export const ALL_TAGS: readonly Tag[] = [
  "Board",
  "Task",
  "Comment",
  "Dashboard",
  "User",
  "Team",
  "Me",
  "Audit",
];

/** What a change puts out of date. */
export function tagsOf({ type, id, change }: Change, ownId: string): readonly Tag[] {
  switch (type) {
    case "task":
      if (change === "commented") return [idTag("Comment", id)];
      return [
        idTag("Task", id),
        listTag("Task"),
        "Board",
        "Dashboard",
        ...(change === "restored" ? [idTag("Comment", id)] : []),
        ...(change === "deleted" || change === "restored" ? (["Audit"] as const) : []),
      ];
    case "user": {
      const own: readonly Tag[] = id === ownId ? ["Me"] : [];
      if (change === "created") return ["User", "Audit"];
      // Names stand by comments and on tasks; the tasks of a deleted user lose their assignee.
      if (change === "updated") return ["User", "Team", "Comment", "Task", "Audit", ...own];
      return ["User", "Team", "Comment", "Task", "Board", "Audit", ...own];
    }
    case "team":
      return [idTag("Team", id), listTag("Team"), "Audit"];
    // A newer server's news.
    default:
      return [];
  }
}
