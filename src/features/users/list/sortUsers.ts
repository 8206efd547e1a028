import type { ListedUser, UserSort, UserSortKey } from "#contract/userList.ts";
import { isWaiting } from "#features/users/filterUsers.ts";
import { sortKeyOf } from "#lib/text/sortOrder.ts";

const statusOf = (user: ListedUser): string => {
  if (user.is_active) return "a";
  return isWaiting(user) ? "c" : "b";
};

const KEYS: Readonly<Record<Exclude<UserSortKey, "name">, (user: ListedUser) => string | number>> =
  {
    email: ({ email }) => email.toLowerCase(),
    role: ({ role }) => role,
    status: statusOf,
    created: ({ created_at }) => created_at,
    seen: ({ last_seen_at }) => last_seen_at ?? "",
    teams: ({ teams = 0 }) => teams,
    tasks: ({ open_tasks = 0 }) => open_tasks,
  };

/** The users in another order. They come sorted by name. */
export function sortUsers(users: readonly ListedUser[], sort: UserSort): readonly ListedUser[] {
  const key = sortKeyOf(sort);
  if (key === "name") return sort === key ? users : users.toReversed();
  const valueOf = KEYS[key];
  const sign = sort === key ? 1 : -1;
  return users.toSorted((left, right) => {
    const [a, b] = [valueOf(left), valueOf(right)];
    if (a === b) return 0;
    return a < b ? -sign : sign;
  });
}
