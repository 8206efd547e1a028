import { type CallError, isUnsure } from "./errors.ts";

/** What the cache's entries are about. A mutation names what it made out of date. */
export const TAG_TYPES = [
  "Me",
  "Board",
  "Task",
  "Comment",
  "Team",
  "User",
  "Dashboard",
  "Profile",
  "Audit",
] as const;

export type TagType = (typeof TAG_TYPES)[number];

/** The tag of one thing. */
export function idTag<T extends TagType>(type: T, id: string) {
  return { type, id };
}

/** The tag of all lists of a kind. */
export function listTag<T extends TagType>(type: T) {
  return { type, id: "LIST" } as const;
}

/** What a list provides: itself, and each of the things in it. */
export function listTags<T extends TagType>(type: T, things: readonly { id: string }[] = []) {
  return [listTag(type), ...things.map(({ id }) => idTag(type, id))];
}

/**
 * What a change made out of date: `tags` when it was done, and also when nobody knows, so that the
 * screen shows what came of it; nothing when it was refused.
 */
export function changed<Tag>(error: CallError, tags: readonly Tag[]): readonly Tag[] {
  return error && !isUnsure(error) ? [] : tags;
}
