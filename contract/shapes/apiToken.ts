import { API_TOKEN_SCOPES } from "../apiToken.ts";
import {
  day,
  enumOf,
  id,
  instant,
  listOf,
  named,
  nullable,
  object,
  type TypeOf,
  text,
} from "./shape.ts";

/** A personal API token without its secret. */
export const ApiToken = named(
  "ApiToken",
  object({
    id,
    name: text,
    scope: enumOf(API_TOKEN_SCOPES),
    created_at: instant,
    expires_at: instant,
    /** The UTC day of the last use; null if it was never used. */
    last_used_on: nullable(day),
  }),
);
export type ApiToken = TypeOf<typeof ApiToken>;

/** GET /api/tokens: the user's own tokens, the newest first. */
export const ApiTokensResponse = object({ tokens: listOf(ApiToken) });
export type ApiTokensResponse = TypeOf<typeof ApiTokensResponse>;

/** POST /api/tokens: the only response that contains the secret. */
export const ApiTokenCreatedResponse = object({
  token: ApiToken,
  secret: { ...text, description: "The token, for `Authorization: Bearer …`." },
});
export type ApiTokenCreatedResponse = TypeOf<typeof ApiTokenCreatedResponse>;
