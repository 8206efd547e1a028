import type { Role } from "./user.ts";

/** The minimum and the maximum length of a password, in characters (§9). */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** The two limits as a hint in forms. */
export const PASSWORD_LENGTH_HINT = `${PASSWORD_MIN} to ${PASSWORD_MAX} characters`;

/** The maximum length of a password that the server only verifies, in characters. */
export const TYPED_PASSWORD_MAX = 1_000;
/** The maximum length of a refresh token, in characters. The server's own have about a hundred. */
export const REFRESH_TOKEN_MAX = 1_000;

/** POST /api/auth/login (§7). */
export interface Credentials {
  email: string;
  password: string;
}

/** POST /api/auth/register (§7). */
export interface Registration extends Credentials {
  role: Role;
}

/**
 * Who may register. `first`: anyone, and there is no account yet. `firstAdmin`: the server has no admin
 * yet, and the next account becomes one. The index page contains the mode; without one, registration is
 * open.
 */
export const REGISTRATION_MODES = ["open", "first", "approval", "closed", "firstAdmin"] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** POST /api/auth/refresh and POST /api/auth/logout (§7). */
export interface RefreshRequest {
  refreshToken: string;
}
