/**
 * Who may sign in with a password: everyone, admins, or nobody. Registration is closed unless it is
 * `on`.
 */
export const LOCAL_SIGN_IN_MODES = ["on", "admins", "off"] as const;
export type LocalSignIn = (typeof LOCAL_SIGN_IN_MODES)[number];

/** An OpenID Connect provider, as the sign-in screen shows it. `icon` is a `data:` URL. */
export interface SignInProvider {
  id: string;
  label: string;
  icon: string | null;
}

/** GET /api/auth/options: the ways to sign in. Beyond the specification, so other servers lack it. */
export interface SignInOptions {
  local_sign_in: LocalSignIn;
  providers: SignInProvider[];
  /** Whether the server mails links for forgotten passwords. */
  password_mail: boolean;
}

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

/**
 * A provider's user linked to an account. `provider` is the provider's label, `email` the address
 * that the provider knows. Without `confirmed_at`, the user or an admin must still confirm the
 * link. Instants are ISO 8601.
 */
export interface Identity {
  id: string;
  provider: string;
  email: string;
  /** Whether the provider has verified the address. */
  email_verified: boolean;
  created_at: string;
  confirmed_at: string | null;
}

/** GET /api/users/{id}/identities: for admins. */
export interface IdentitiesResponse {
  identities: Identity[];
}

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
