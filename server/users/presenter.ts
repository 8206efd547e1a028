import type { Profile } from "#contract/profile.ts";
import type { User } from "#contract/user.ts";
import type { UserRow } from "#server/db/schema.ts";

/** What everybody may know of a user (§3). */
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

/** A user as another one sees them: admins also learn who waits for their approval. */
export function presentUserTo({ role }: UserRow, row: UserRow): User {
  const waits = role === "admin" && row.awaiting_approval === 1;
  return { ...presentUser(row), ...(waits && { awaiting_approval: true }) };
}

/** A user's own record. */
export function presentProfile(row: UserRow): Profile {
  const { pending_email } = row;
  return {
    ...presentUser(row),
    email_needs_password: true,
    ...(pending_email !== null && { pending_email }),
  };
}
