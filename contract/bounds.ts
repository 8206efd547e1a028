/**
 * Where a response says that it was cut to stay within its limit in bytes, and what it left out:
 * a comma-separated list of {@link CUTS}. Beyond §7: another server's responses come without it.
 */
export const CUT_HEADER = "x-truncated";

/** What a response may leave out: the rest of a list, or the descriptions of some of its tasks. */
export const CUTS = ["tasks", "descriptions", "comments", "users", "teams", "members"] as const;
export type Cut = (typeof CUTS)[number];
