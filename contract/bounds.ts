/**
 * The header that lists what a response leaves out to stay within its limit in bytes: a
 * comma-separated list of {@link Cut}. It goes beyond §7, so other servers don't send it.
 */
export const CUT_HEADER = "x-truncated";

/** Parts that a response may leave out: the rest of a list, or descriptions of some of its tasks. */
export type Cut = "tasks" | "descriptions" | "comments" | "users" | "teams" | "members" | "links";
