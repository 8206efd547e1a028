import type { Profile } from "#contract/shapes/profile.ts";
import type { User } from "#contract/shapes/user.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";

/** The fields of a user that every user may see (§3). */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    is_active: row.is_active === 1,
    created_at: row.created_at,
  };
}

/** Whether the caller may see a user: members don't see those who wait for approval. */
export const maySee = (caller: UserRow, row: UserRow): boolean =>
  caller.role === "admin" || row.awaiting_approval === 0;

/** A user as the caller may see them. Only admins see whether a user awaits approval. */
export function presentUserTo(caller: UserRow, row: UserRow): User {
  const awaitsApproval = caller.role === "admin" && row.awaiting_approval === 1;
  return { ...presentUser(row), ...(awaitsApproval && { awaiting_approval: true }) };
}

/** A user with the fields that only that user receives. */
export function presentProfile(row: UserRow): Profile {
  const { pending_email } = row;
  return {
    ...presentUser(row),
    ...(pending_email !== null && { pending_email }),
  };
}
