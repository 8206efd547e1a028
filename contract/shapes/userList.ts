import {
  count,
  instant,
  listOf,
  named,
  nullable,
  object,
  optional,
  type TypeOf,
  text,
} from "./shape.ts";
import { userFields } from "./user.ts";

/** A user in the admins' list. Servers that implement only the specification send a {@link User}. */
export const ListedUser = named(
  "ListedUser",
  object({
    ...userFields,
    /** Null if never. */
    last_seen_at: optional({
      ...nullable(instant),
      description: "On a page for admins: when a session last sent a request, to 5 minutes.",
    }),
    teams: optional({ ...count, description: "On a page for admins: the number of teams." }),
    open_tasks: optional({
      ...count,
      description: "On a page for admins: tasks not done, up to 1,000.",
    }),
  }),
);
export type ListedUser = TypeOf<typeof ListedUser>;

/** The place of a page in the list. `total` is the number of users that match the filters. */
export const UserPageInfo = named(
  "UserPage",
  object({
    total: count,
    /** Null on the last page. */
    next: { ...nullable(text), description: "The `after` of the next page." },
    active_admins: { ...count, description: "Active admins: 1, or 2 if there are more." },
  }),
);
export type UserPageInfo = TypeOf<typeof UserPageInfo>;

/** GET /api/users; with `limit`, a page. */
export const UsersResponse = object({ users: listOf(ListedUser), page: optional(UserPageInfo) });
export type UsersResponse = TypeOf<typeof UsersResponse>;
/** GET /api/users with `limit`. */
export type UserPageResponse = Required<UsersResponse>;
