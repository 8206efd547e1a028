import type { User } from "#contract/user.ts";
import { byAddress, matchAddresses } from "#features/users/byAddress/matchAddresses.ts";

/**
 * The people of a pasted list: users who can be added, and addresses of members and of nobody, as
 * typed.
 */
export interface MatchedPeople {
  /** The ids of users who can be added. */
  found: ReadonlySet<User["id"]>;
  members: readonly string[];
  unknown: readonly string[];
}

/** Finds the users of a pasted list who can be added to a team. */
export function matchPeople(
  list: string,
  users: readonly User[],
  memberIds: ReadonlySet<User["id"]>,
): MatchedPeople {
  const { found, unknown } = matchAddresses(list, byAddress(users));
  const others = found.filter(({ user }) => !memberIds.has(user.id));
  return {
    found: new Set(others.map(({ user }) => user.id)),
    members: found.flatMap(({ user, email }) => (memberIds.has(user.id) ? email : [])),
    unknown,
  };
}
