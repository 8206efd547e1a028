import type { Role, User } from "./user.ts";

/** Minimum and maximum password length in characters (§9). */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/** The same, as forms say it. */
export const PASSWORD_LENGTH = `${PASSWORD_MIN} to ${PASSWORD_MAX} characters`;

/** Characters of a password that is only compared: more than any that can be set has. */
export const TYPED_PASSWORD_MAX = 1_000;
/** Characters of a refresh token, of which ours have about a hundred. */
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
 * What becomes of a registration. `firstAdmin`: the server has no admin yet, and the account becomes
 * one. The server's page says it; where it doesn't, registration is open.
 */
export const REGISTRATION_MODES = ["open", "approval", "closed", "firstAdmin"] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** Answer of login and registration (§3, session data). */
export interface SessionResponse {
  user: User;
  accessToken: string;
  refreshToken: string;
}

/** POST /api/auth/refresh and POST /api/auth/logout (§7). */
export interface RefreshRequest {
  refreshToken: string;
}

/**
 * Answer of POST /api/auth/refresh. `refreshToken` is an offer beyond the specification: whoever
 * takes it uses it from then on; whoever ignores it keeps the present one.
 */
export interface RefreshResponse {
  accessToken: string;
  refreshToken?: string;
}
