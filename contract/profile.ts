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

/** PUT /api/profile/password (§7). */
export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}
