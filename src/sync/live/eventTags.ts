import { idTag, listTag, type Tag } from "#api/tags.ts";
import type { Change } from "#contract/events.ts";

/** Every tag that a change can make stale. */
export const ALL_TAGS: readonly Tag[] = [
  "Board",
  "Task",
  "Comment",
  "Dashboard",
  "User",
  "Team",
  "Label",
  "View",
  "Me",
  "Audit",
  "Activity",
  "Inbox",
  "Import",
  "UserRun",
  "TaskRun",
];

/** The tags that a change makes stale. */
export function tagsOf({ type, id, change }: Change, ownId: string): readonly Tag[] {
  switch (type) {
    case "task":
      if (change === "commented") return [idTag("Comment", id), "Activity"];
      return [
        idTag("Task", id),
        listTag("Task"),
        "Board",
        "Dashboard",
        "Activity",
        ...(change === "restored" ? [idTag("Comment", id)] : []),
        ...(change === "deleted" || change === "restored" ? (["Audit"] as const) : []),
      ];
    case "user": {
      const own: readonly Tag[] = id === ownId ? ["Me"] : [];
      if (change === "created") return ["User", "Audit"];
      if (change === "reassigned") return ["Task", "Board", "Dashboard", "Activity"];
      // Comments and tasks show names; the tasks of a deleted user lose their assignee.
      if (change === "updated") return ["User", "Team", "Comment", "Task", "Audit", ...own];
      return ["User", "Team", "View", "Comment", "Task", "Board", "Audit", ...own];
    }
    case "team":
      return [idTag("Team", id), listTag("Team"), "Audit"];
    case "label":
      if (change === "removed" || change === "restored") return ["Label", "Task", "Board", "Audit"];
      return ["Label", "Audit"];
    case "view":
      return ["View", "Audit"];
    case "import":
      return ["Board", "Task", "Comment", "Dashboard", "Audit", "Activity", "Inbox", "Import"];
    case "taskRun":
      if (change === "started") return ["TaskRun"];
      return ["Board", "Task", "Comment", "Dashboard", "Audit", "Activity", "TaskRun"];
    case "userRun":
      if (change === "started") return ["Audit", "UserRun"];
      return ["User", "Team", "Comment", "Task", "Board", "Dashboard", "Audit", "Me", "UserRun"];
    case "inbox":
      return ["Inbox"];
    // An event of a newer server.
    default:
      return [];
  }
}
