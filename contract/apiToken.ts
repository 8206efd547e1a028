/**
 * What a token may do. `read`: only GET requests. `write`: everything that members may do. `admin`:
 * also what only admins may do.
 */
export const API_TOKEN_SCOPES = ["read", "write", "admin"] as const;
export type ApiTokenScope = (typeof API_TOKEN_SCOPES)[number];

/** The lifetimes to choose from, in days. */
export const API_TOKEN_DAYS = [7, 30, 90, 365] as const;

export const API_TOKEN_NAME_MAX = 60;
/** The maximum number of a user's tokens, including expired ones. */
export const API_TOKENS_MAX = 50;

/** A personal API token without its secret. Instants are ISO 8601 in UTC. */
export interface ApiToken {
  id: string;
  name: string;
  scope: ApiTokenScope;
  created_at: string;
  expires_at: string;
  /** The UTC day of the last use, `yyyy-MM-dd`; null if it was never used. */
  last_used_on: string | null;
}

/** POST /api/tokens. `days` is one of {@link API_TOKEN_DAYS}. */
export interface ApiTokenInput {
  name: string;
  scope: ApiTokenScope;
  days: number;
}

/** GET /api/tokens: the user's own tokens, the newest first. */
export interface ApiTokensResponse {
  tokens: ApiToken[];
}

/** POST /api/tokens: the only response that contains the secret. */
export interface ApiTokenCreatedResponse {
  token: ApiToken;
  /** The text for `Authorization: Bearer …`. */
  secret: string;
}
