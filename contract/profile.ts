import type { User } from "./user.ts";

/** PUT /api/profile (§7). */
export interface ProfileInput {
  name: string;
  email: string;
}

/** PUT /api/profile/password (§7). */
export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

/** GET /api/profile */
export interface ProfileResponse {
  profile: User;
}
