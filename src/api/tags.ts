import type { TagDescription } from "@reduxjs/toolkit/query/react";
import { type CallError, hasUnknownOutcome } from "./errors.ts";

/** Tags of the cache's entries. A mutation invalidates the tags of the data that it changed. */
export const TAG_TYPES = [
  "Me",
  "Board",
  "Task",
  "Comment",
  "Team",
  "Label",
  "View",
  "User",
  "Dashboard",
  "Profile",
  "Audit",
  "Activity",
  "ActivitySeen",
  "Setup",
  "Inbox",
  "ApiToken",
  "Calendar",
  "Link",
  "Identity",
  "Import",
  "UserRun",
  "TaskRun",
  "Webhook",
] as const;

type TagType = (typeof TAG_TYPES)[number];
export type Tag = TagDescription<TagType>;

/** The tag of one record. */
export function idTag<T extends TagType>(type: T, id: string) {
  return { type, id };
}

/** The tag of all lists of a type. */
export function listTag<T extends TagType>(type: T) {
  return { type, id: "LIST" } as const;
}

/** The tags of a list: its own, and those of its records. */
export function listTags<T extends TagType>(type: T, records: readonly { id: string }[] = []) {
  return [listTag(type), ...records.map(({ id }) => idTag(type, id))];
}

/**
 * The tags that a mutation invalidates: `tags` if it succeeded or its outcome is unknown, so that
 * the screen shows the actual state; none if the server refused it.
 */
export function unlessRefused<Tag>(error: CallError, tags: readonly Tag[]): readonly Tag[] {
  return error && !hasUnknownOutcome(error) ? [] : tags;
}
