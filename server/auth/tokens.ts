import { randomBytes } from "node:crypto";
import type { Deps } from "#server/deps.ts";
import { signers } from "./signing.ts";

/** A refresh token, read: the session's how-manieth it is. */
export interface RefreshToken {
  sessionId: string;
  generation: number;
}

/** Issues and reads the two tokens of a session. Neither is kept anywhere: both are signed. */
export interface Tokens {
  issueAccess(sessionId: string): string;
  /** The session that an access token names, or undefined if it is forged or out of date. */
  readAccess(token: string): string | undefined;
  issueRefresh(token: RefreshToken): string;
  /** What a refresh token says, or undefined if it is forged. Whether it still counts, see sessions.ts. */
  readRefresh(token: string): RefreshToken | undefined;
}

/** The tokens of this database; access tokens are good for `ACCESS_TOKEN_TTL` seconds. */
export async function sessionTokens({ db, config, now }: Deps): Promise<Tokens> {
  const signer = await signers(db);
  const access = signer("access token");
  const refresh = signer("refresh token");
  const seconds = () => Math.floor(now().getTime() / 1000);

  return {
    issueAccess(sessionId) {
      // A client knows a new token by its being another one, also within the same second.
      const nonce = randomBytes(6).toString("base64url");
      return access.seal(`${sessionId}.${seconds() + config.accessTokenTtl}.${nonce}`);
    },
    readAccess(token) {
      const [sessionId, expiry] = access.open(token)?.split(".") ?? [];
      return Number(expiry) > seconds() ? sessionId : undefined;
    },
    issueRefresh: ({ sessionId, generation }) => refresh.seal(`${sessionId}.${generation}`),
    readRefresh(token) {
      const [sessionId, generation] = refresh.open(token)?.split(".") ?? [];
      return sessionId === undefined ? undefined : { sessionId, generation: Number(generation) };
    },
  };
}
