import type { User } from "./user.ts";

/**
 * PUT /api/profile (§7). Beyond the specification: with `currentPassword` a new address holds at
 * once; without, it waits as `pending_email`.
 */
export interface ProfileInput {
  name: string;
  email: string;
  currentPassword?: string | undefined;
}

/** The user's own record, as the profile shows it. What is optional is beyond the specification. */
export interface Profile extends User {
  /** The server takes a new address at once only with the password. */
  email_needs_password?: boolean;
  /** A new address: a sign-in with it and the password confirms it. */
  pending_email?: string;
}

/** PUT /api/profile/password (§7). */
export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

/** GET and PUT /api/profile */
export interface ProfileResponse {
  profile: Profile;
}
