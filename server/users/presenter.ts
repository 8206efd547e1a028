import type { User } from "#contract/user.ts";
import type { UserRow } from "#server/db/schema.ts";

/** All that anybody learns of a user, whoever asks (§3). */
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
