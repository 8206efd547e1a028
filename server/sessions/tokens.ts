import { randomBytes } from "node:crypto";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { Deps } from "#server/deps.ts";
import { createSigners } from "./signing.ts";

/** The content of a refresh token. */
export interface RefreshToken {
  sessionId: string;
  /** The token's sequence number within the session. Tokens of parallel refreshes share it. */
  generation: number;
  /** Differs in each token of a generation. Old tokens lack it. */
  id?: string | undefined;
  /** Needed after the session's deletion, to check whether the account was closed. Old tokens lack it. */
  userId?: string | undefined;
}

/** Issues and reads the tokens of a session. They are signed, so the server stores none. */
export interface Tokens {
  /** The tokens of a new session. */
  issueFirst(sessionId: string, userId: string): Promise<Required<Omit<SessionResponse, "user">>>;
  issueAccess(sessionId: string): Promise<string>;
  /** The session id in an access token, or undefined if the token is forged or expired. */
  readAccess(token: string): Promise<string | undefined>;
  /** Issues a refresh token with an id of its own. */
  issueRefresh(token: Omit<RefreshToken, "id">): Promise<string>;
  /** The content of a refresh token, or undefined if it is forged. It may be superseded. */
  readRefresh(token: string): Promise<RefreshToken | undefined>;
  /** The id of the session that a refresh token or a sign-out token can end, or undefined if it is forged. */
  readSignOut(token: string): Promise<string | undefined>;
}

/** Creates the tokens of this database. Access tokens are valid for `ACCESS_TOKEN_TTL` seconds. */
export async function createTokens({ db, config, now }: Deps): Promise<Tokens> {
  const signer = await createSigners(db);
  const access = signer("access token");
  const refresh = signer("refresh token");
  const signOut = signer("sign-out token");
  const nonce = () => randomBytes(6).toString("base64url");
  const nowSeconds = () => Math.floor(now().getTime() / 1000);

  const tokens: Tokens = {
    issueFirst: async (sessionId, userId) => ({
      accessToken: await tokens.issueAccess(sessionId),
      refreshToken: await tokens.issueRefresh({ sessionId, generation: 0, userId }),
      signOutToken: await signOut.seal(sessionId),
    }),
    async issueAccess(sessionId) {
      // Clients detect a new token by comparison, so two tokens of one second must differ.
      return await access.seal(`${sessionId}.${nowSeconds() + config.accessTokenTtl}.${nonce()}`);
    },
    async readAccess(token) {
      const [sessionId, expiry] = (await access.open(token))?.split(".") ?? [];
      return Number(expiry) > nowSeconds() ? sessionId : undefined;
    },
    issueRefresh: async ({ sessionId, generation, userId = "" }) =>
      await refresh.seal([sessionId, generation, userId, nonce()].join(".")),
    async readRefresh(token) {
      const [sessionId, generation, userId, id] = (await refresh.open(token))?.split(".") ?? [];
      if (sessionId === undefined) return undefined;
      return { sessionId, generation: Number(generation), userId: userId || undefined, id };
    },
    readSignOut: async (token) =>
      (await tokens.readRefresh(token))?.sessionId ?? (await signOut.open(token)),
  };
  return tokens;
}
