import type { Role, User } from "./user.ts";

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
 * A user in the admins' list. A server that implements only the specification sends none of the
 * additional fields.
 */
export interface ListedUser extends User {
  /** When a session of the user last sent a request, to within five minutes; null if never. */
  last_seen_at?: string | null;
  /** The number of teams that the user is in. */
  teams?: number;
  /** Tasks that are not done, up to 1,000. */
  open_tasks?: number;
}

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

/** The place of a page in the list. */
export interface UserPageInfo {
  /** The number of users that match the filters. */
  total: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
  /** The number of active admins among all users, counted up to 2. */
  active_admins: number;
}

/** GET /api/users with `limit`. */
export interface UserPageResponse {
  users: ListedUser[];
  page: UserPageInfo;
}
