import { added, named, object, type TypeOf, text } from "./shape.ts";
import { User } from "./user.ts";

/** A new session, as every way to sign in returns it (§3, session data). */
export const SessionResponse = named(
  "Session",
  object({
    user: User,
    accessToken: text,
    refreshToken: text,
    signOutToken: added({
      ...text,
      description:
        "Can only end the session, in place of a refresh token in POST /api/auth/logout. For clients that " +
        "sign out without a connection, delete their refresh token, and end the session later.",
    }),
  }),
);
export type SessionResponse = TypeOf<typeof SessionResponse>;

/** Response of POST /api/auth/refresh. */
export const RefreshResponse = named(
  "Refreshed",
  object({
    accessToken: text,
    refreshToken: added({
      ...text,
      description:
        "A new refresh token, or the present one if another has superseded it less than a minute ago. " +
        "The present one remains valid until a new one is used.",
    }),
  }),
);
export type RefreshResponse = TypeOf<typeof RefreshResponse>;
