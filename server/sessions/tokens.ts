import { randomBytes } from "node:crypto";
import type { Deps } from "#server/deps.ts";
import { createSigners } from "./signing.ts";

/**
 * A refresh token, read: its session, and its sequence number within it. The user is named so that
 * the end of their account can be told after the session's; older tokens don't name them.
 */
export interface RefreshToken {
  sessionId: string;
  generation: number;
  userId?: string | undefined;
}

/** Issues and reads the two tokens of a session. Neither is kept anywhere: both are signed. */
export interface Tokens {
  issueAccess(sessionId: string): Promise<string>;
  /** The session that an access token names, or undefined if it is forged or out of date. */
  readAccess(token: string): Promise<string | undefined>;
  issueRefresh(token: RefreshToken): Promise<string>;
  /** What a refresh token says, or undefined if it is forged. Whether it still counts, see sessions.ts. */
  readRefresh(token: string): Promise<RefreshToken | undefined>;
}

/** The tokens of this database; access tokens are good for `ACCESS_TOKEN_TTL` seconds. */
export async function createTokens({ db, config, now }: Deps): Promise<Tokens> {
  const signer = await createSigners(db);
  const access = signer("access token");
  const refresh = signer("refresh token");
  const seconds = () => Math.floor(now().getTime() / 1000);

  return {
    async issueAccess(sessionId) {
      // A client knows a new token by its being another one, also within the same second.
      const nonce = randomBytes(6).toString("base64url");
      return await access.seal(`${sessionId}.${seconds() + config.accessTokenTtl}.${nonce}`);
    },
    async readAccess(token) {
      const [sessionId, expiry] = (await access.open(token))?.split(".") ?? [];
      return Number(expiry) > seconds() ? sessionId : undefined;
    },
    issueRefresh: async ({ sessionId, generation, userId }) =>
      await refresh.seal(
        [sessionId, generation, userId].filter((part) => part !== undefined).join("."),
      ),
    async readRefresh(token) {
      const [sessionId, generation, userId] = (await refresh.open(token))?.split(".") ?? [];
      if (sessionId === undefined) return undefined;
      return { sessionId, generation: Number(generation), userId };
    },
  };
}
