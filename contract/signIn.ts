/**
 * Who may sign in with a password: everyone, admins, or nobody. Registration is closed unless it is
 * `on`.
 */
export const LOCAL_SIGN_IN_MODES = ["on", "admins", "off"] as const;
export type LocalSignIn = (typeof LOCAL_SIGN_IN_MODES)[number];

/** The maximum length of the code of a sign-in, in characters. The server's own have 43. */
export const SIGN_IN_CODE_MAX = 100;

/**
 * POST /api/auth/oidc/exchange: starts a session with the code that the provider's sign-in
 * returned.
 */
export interface SignInCode {
  code: string;
}

/** POST /api/auth/oidc/link: links the provider's user to the account, and signs in. */
export interface LinkConfirmation extends SignInCode {
  password: string;
}

/** Whether an admin's unlinking of an identity also ends the user's other sessions, tokens and links. */
export const UNLINK_ACCESS = ["keep", "end"] as const;
export type UnlinkAccess = (typeof UNLINK_ACCESS)[number];

/** Response header of a sign-out: the URL that ends the session at the provider too. */
export const PROVIDER_LOGOUT_HEADER = "x-provider-logout";

/**
 * Why a sign-in with a provider failed, as the address of the sign-in screen names it
 * (`#sign-in-error=…`).
 */
export const SIGN_IN_FAILURES = [
  "denied",
  "expired",
  "unavailable",
  "failed",
  "email_missing",
  "email_unverified",
  "not_created",
] as const;
export type SignInFailure = (typeof SIGN_IN_FAILURES)[number];
