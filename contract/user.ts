/** The two roles of the specification (§1, §6). */
export const ROLES = ["member", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The preselected role at registration (§9). */
export const DEFAULT_ROLE: Role = "member";

/** Labels of the roles (§2, registration and users). */
export const ROLE_LABELS: Readonly<Record<Role, string>> = { member: "Member", admin: "Admin" };

export const NAME_MAX = 100;
export const EMAIL_MAX = 254;

/** A person who can sign in (§3). `created_at` is an ISO 8601 instant in UTC. */
export interface User {
  id: string;
  name: string;
  email: string;
  role: Role;
  is_active: boolean;
  created_at: string;
  /** Beyond the specification, for admins only: an admin has not activated the account yet. */
  awaiting_approval?: boolean;
}

/**
 * The maximum number of users in one response. If there are more, it has those with the oldest
 * accounts.
 */
export const USERS_MAX = 10_000;

/** GET /api/users */
export interface UsersResponse {
  users: User[];
}

/** GET /api/users/{id} and GET /api/auth/me */
export interface UserResponse {
  user: User;
}

/** PUT /api/users/{id}: either field, or both (§7). */
export interface UserUpdate {
  is_active?: boolean | undefined;
  role?: Role | undefined;
}
