import type { SessionResponse } from "#contract/session.ts";
import { named, shape, text } from "#server/http/schema.ts";
import { USER } from "#server/users/schemas.ts";

/** A new session, as every way to sign in returns it. */
export const SESSION = named(
  "Session",
  shape<SessionResponse>({ user: USER, accessToken: text, refreshToken: text }),
);
