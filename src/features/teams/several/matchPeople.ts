import { readInvitationList } from "#contract/invitationList.ts";
import type { User } from "#contract/user.ts";

/** What a pasted list means for a team. `members` and `unknown` are addresses as typed. */
export interface MatchedPeople {
  /** The ids of users who can be added. */
  found: ReadonlySet<User["id"]>;
  members: readonly string[];
  unknown: readonly string[];
}

/** Letter case doesn't tell addresses apart. */
const keyOf = (email: string): string => email.normalize("NFC").toLowerCase();

/** Finds the users of a pasted list by their addresses. */
export function matchPeople(
  list: string,
  users: readonly User[],
  memberIds: ReadonlySet<User["id"]>,
): MatchedPeople {
  const typed = new Map(readInvitationList(list).map(({ email }) => [keyOf(email), email]));
  const byKey = new Map(users.map(({ id, email }) => [keyOf(email), id]));
  const found = new Set<string>();
  const members: string[] = [];
  const unknown: string[] = [];
  for (const [key, email] of typed) {
    const id = byKey.get(key);
    if (id === undefined) unknown.push(email);
    else if (memberIds.has(id)) members.push(email);
    else found.add(id);
  }
  return { found, members, unknown };
}
