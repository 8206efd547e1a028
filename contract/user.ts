/** The two roles of the specification (§1, §6). */
export const ROLES = ["member", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The preselected role at registration (§9). */
export const DEFAULT_ROLE: Role = "member";

/** Labels of the roles (§2, registration and users). */
export const ROLE_LABELS: Readonly<Record<Role, string>> = { member: "Member", admin: "Admin" };

export const NAME_MAX = 100;
export const EMAIL_MAX = 254;

/** The form in which addresses are compared, regardless of case and Unicode composition. */
export const emailKey = (email: string): string => email.normalize("NFC").toLowerCase();

/**
 * The maximum number of users in one response. If there are more, it has those with the oldest
 * accounts.
 */
export const USERS_MAX = 10_000;

/** PUT /api/users/{id}: either field, or both (§7). */
export interface UserUpdate {
  is_active?: boolean | undefined;
  role?: Role | undefined;
}
