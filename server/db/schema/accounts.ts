import type { Generated, Selectable } from "kysely";
import type { LinkKind, MailState } from "#contract/link.ts";
import type { Role } from "#contract/user.ts";

/* Accounts, and what signs in to them. */

/**
 * `email_key` is the address in NFC and lower case, for comparison, and `search_text` is name and
 * address for the search. `pending_email` is a new address
 * that the user set without a password: signing in with it and the password confirms it.
 */
export interface UsersTable {
  id: string;
  name: string;
  email: string;
  email_key: string;
  search_text: Generated<string>;
  role: Role;
  is_active: number;
  /** Registered, but not yet activated by an admin. */
  awaiting_approval: Generated<number>;
  pending_email: string | null;
  pending_email_key: string | null;
  password_hash: string;
  created_at: string;
  /** When a session of the user last sent a request, to within five minutes. */
  last_seen_at: Generated<string | null>;
  /** The number of the newest change that the user has seen in the activity (server/activity). */
  activity_seen: Generated<number>;
  /** 1 if the user has closed the first steps on the dashboard. */
  setup_closed: Generated<number>;
  /** An admin, an operator, a mail or a provider has shown that the address is the user's. */
  email_verified: Generated<number>;
  /** The saved view that the user's menu has first. */
  start_view: Generated<string | null>;
}

/**
 * A signed-in browser. `generation` is the number of its newest refresh token that was used.
 * `superseded` is a JSON list of the first uses of the newest generations, newest first: the time, at
 * which it superseded all others, and the token's id.
 */
export interface SessionsTable {
  id: string;
  user_id: string;
  generation: number;
  superseded: string;
  created_at: string;
  last_used_at: string;
}

/**
 * Failed sign-ins of an account, of a network, or of an account from a network or device. `key` is an
 * HMAC of those. Rows expire at `forgotten_at` (server/auth/throttleRules.ts).
 */
export interface SignInFailuresTable {
  key: string;
  failures: number;
  failed_at: string;
  forgotten_at: string;
}

/**
 * A user of an OpenID Connect provider, and the account that they sign in to. Without `confirmed_at`
 * the account's owner or an admin has yet to confirm the link. `email` and `email_verified` are the
 * provider's, for display. `signed_in_at` is when the identity first signed in.
 */
export interface IdentitiesTable {
  id: string;
  user_id: string;
  provider: string;
  subject: string;
  email: string;
  email_verified: Generated<number>;
  created_at: string;
  confirmed_at: string | null;
  signed_in_at: Generated<string | null>;
}

/** The provider's user and session (`sid`) of a session, so that the provider can end it. */
export interface OidcSessionsTable {
  session_id: string;
  provider: string;
  subject: string;
  sid: string | null;
}

/**
 * What a secret is for. The app exchanges a `sign_in_code` for a session. A `provider_sign_in` is a
 * sign-in at a provider that is under way. A `logout_token` was used by a provider.
 */
export type SecretPurpose =
  | LinkKind
  | "sign_in_code"
  | "provider_sign_in"
  | "logout_token"
  | "api_token"
  | "calendar_feed";

/**
 * Links, codes and tokens. `hash` is the SHA-256 of the secret, which is not stored. `user_id` is the
 * owner, without a foreign key: the page of a link can say that its account no longer exists.
 * `email_key` is the address of a link. `identity_id` is the identity that a code signs in; if it is
 * not confirmed, the code needs the account's password. A secret that was used up or revoked has
 * `ended_at`. `last_used_on` is a UTC day. `content` is the JSON of what belongs to the purpose.
 */
export interface SecretsTable {
  id: string;
  purpose: SecretPurpose;
  hash: string;
  user_id: string | null;
  email_key: string | null;
  identity_id: string | null;
  made_at: string;
  expires_at: string | null;
  last_used_on: string | null;
  mail: MailState;
  ended_at: string | null;
  ended_as: "used" | "revoked" | null;
  content: string;
}

export type UserRow = Selectable<UsersTable>;

export type IdentityRow = Selectable<IdentitiesTable>;

export type SecretRow = Selectable<SecretsTable>;
