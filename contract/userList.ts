import type { Role } from "./user.ts";

/** The columns that the admins' list can be sorted by; "-" before one reverses the order. */
export const USER_SORT_KEYS = [
  "name",
  "email",
  "role",
  "status",
  "created",
  "seen",
  "teams",
  "tasks",
] as const;
export type UserSortKey = (typeof USER_SORT_KEYS)[number];
export type UserSort = UserSortKey | `-${UserSortKey}`;
export const USER_SORTS: readonly UserSort[] = USER_SORT_KEYS.flatMap((key) => [
  key,
  `-${key}` as const,
]);

export const USER_STATUSES = ["active", "inactive", "waiting"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/**
 * The values of the filter `seen` and their days. The first three match users seen within these
 * days. `not-…` match users not seen for at least as long, or never.
 */
export const LAST_SEEN_DAYS = {
  day: 1,
  week: 7,
  month: 30,
  "not-month": 30,
  "not-quarter": 90,
  never: Infinity,
} as const;
export type LastSeen = keyof typeof LAST_SEEN_DAYS;
export const LAST_SEEN = Object.keys(LAST_SEEN_DAYS) as readonly LastSeen[];

/** The value of the filter by team for users who are in no team. */
export const NO_TEAM = "none";

/** The maximum number of users on one page of the list. */
export const USER_PAGE_MAX = 500;
/**
 * The maximum length of a cursor, in characters. It has an id, a space, and the value that the list
 * is sorted by.
 */
export const USER_CURSOR_MAX = 400;

/**
 * Query of GET /api/users beyond §7, for admins. `limit` requests a page. A server that implements
 * only the specification ignores it, and sends all users.
 */
export interface UserListQuery {
  limit: number;
  /** The `next` of the previous page. */
  after?: string;
  search?: string;
  role?: Role;
  status?: UserStatus;
  /** A team's id, or {@link NO_TEAM}. */
  team?: string;
  seen?: LastSeen;
  /** Only users who registered on this UTC day or later. */
  registered?: string;
  sort?: UserSort;
}
