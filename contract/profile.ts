import type { User } from "./user.ts";

/** PUT /api/profile (§7). */
export interface ProfileInput {
  name: string;
  email: string;
  /**
   * Not in §7. With the password a new email takes effect immediately; without it, it becomes
   * `pending_email`.
   */
  currentPassword?: string | undefined;
}

/** The user's own record. The optional fields go beyond the specification. */
export interface Profile extends User {
  /** Whether a new email needs the password to take effect immediately. */
  email_needs_password?: boolean;
  /** A new email, which takes effect when the user signs in with it. */
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
