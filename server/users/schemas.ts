import { ROLES, type User } from "#contract/user.ts";
import type { ListedUser, UserPageInfo } from "#contract/userList.ts";
import {
  count,
  enumOf,
  id,
  instant,
  named,
  nullable,
  type Schema,
  shape,
  text,
} from "#server/http/schema.ts";

export const role: Schema = enumOf(ROLES);

export const userFields: { [Name in keyof Required<User>]: Schema } = {
  id,
  name: text,
  email: text,
  role,
  is_active: { type: "boolean" },
  created_at: instant,
  awaiting_approval: {
    type: "boolean",
    description: "Sent to admins only: whether the account waits for its first activation.",
  },
};

export const USER = named("User", shape<User>(userFields, ["awaiting_approval"]));

export const LISTED_USER = named(
  "ListedUser",
  shape<ListedUser>(
    {
      ...userFields,
      last_seen_at: {
        ...nullable(instant),
        description: "On a page for admins: when a session last sent a request, to 5 minutes.",
      },
      teams: { ...count, description: "On a page for admins: the number of teams." },
      open_tasks: { ...count, description: "On a page for admins: tasks not done, up to 1,000." },
    },
    ["awaiting_approval", "last_seen_at", "teams", "open_tasks"],
  ),
);

export const USER_PAGE = named(
  "UserPage",
  shape<UserPageInfo>({
    total: count,
    next: { ...nullable(text), description: "The `after` of the next page." },
    active_admins: { ...count, description: "Active admins: 1, or 2 if there are more." },
  }),
);
