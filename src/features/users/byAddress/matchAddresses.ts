import { readInvitationList } from "#contract/invitationList.ts";
import type { User } from "#contract/shapes/user.ts";
import { emailKey } from "#contract/user.ts";

/** The users of a list of addresses. `email` and `unknown` are as typed. */
export interface AddressMatches<Some extends User> {
  found: readonly { user: Some; email: string }[];
  /** Addresses that no user has, and lines without an address. */
  unknown: readonly string[];
}

/** Users by their addresses. */
type UsersByAddress<Some extends User> = ReadonlyMap<string, Some>;

export const byAddress = <Some extends User>(users: readonly Some[]): UsersByAddress<Some> =>
  new Map(users.map((user) => [emailKey(user.email), user]));

/** Finds the users of a pasted list or a CSV file. Each address counts once. */
export function matchAddresses<Some extends User>(
  list: string,
  users: UsersByAddress<Some>,
): AddressMatches<Some> {
  const typed = new Map(readInvitationList(list).map(({ email }) => [emailKey(email), email]));
  const found: { user: Some; email: string }[] = [];
  const unknown: string[] = [];
  for (const [key, email] of typed) {
    const user = users.get(key);
    if (user) found.push({ user, email });
    else unknown.push(email);
  }
  return { found, unknown };
}
