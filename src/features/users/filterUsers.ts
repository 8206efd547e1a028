import type { User } from "#contract/shapes/user.ts";
import { folded } from "#contract/text.ts";

/** The filter of the table; "" means any. */
export interface UserFilter {
  search: string;
  role: "" | User["role"];
  status: "" | "active" | "inactive" | "waiting";
}

export const NO_FILTER: UserFilter = { search: "", role: "", status: "" };

/** Whether a registered user waits for an admin's approval. Activation ends the wait. */
export const isWaiting = ({ is_active, awaiting_approval }: User): boolean =>
  !is_active && awaiting_approval === true;

function hasStatus(user: User, status: UserFilter["status"]): boolean {
  if (status === "waiting") return isWaiting(user);
  return status === "" || user.is_active === (status === "active");
}

/** The users that match a filter, in the same order. */
export function filterUsers(users: readonly User[], { search, role, status }: UserFilter): User[] {
  const words = folded(search.trim());
  return users.filter(
    (user) =>
      (role === "" || user.role === role) &&
      hasStatus(user, status) &&
      folded(`${user.name}\n${user.email}`).includes(words),
  );
}

/**
 * The users who must not be changed, and why: the current user, and the last active admin.
 *
 * @param adminCount the number of active admins, if `users` is only a part of all users
 */
export function guardedUsers(
  users: readonly User[],
  ownId: string | undefined,
  adminCount?: number,
): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  const admins = users.filter(({ role, is_active }) => role === "admin" && is_active);
  const [last] = admins;
  if ((adminCount ?? admins.length) === 1 && last) reasons.set(last.id, "The last active admin");
  if (ownId !== undefined) {
    const alsoLast = reasons.has(ownId);
    reasons.set(ownId, alsoLast ? "Your own account, the last active admin" : "Your own account");
  }
  return reasons;
}
