import {
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import type { Deps } from "#server/deps.ts";

const KEY_SETTING = "access_token_key";

/** Issues and reads access tokens: `sessionId.expiry`, signed. */
export interface AccessTokens {
  issue(sessionId: string): string;
  /** The session that a token names, or undefined if it is forged, malformed or out of date. */
  sessionOf(token: string): string | undefined;
}

/** The signing key, made at the first start. Of two servers starting at once, one key stays. */
async function signingKey({ db }: Deps): Promise<KeyObject> {
  await db
    .insertInto("settings")
    .values({ key: KEY_SETTING, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const { value } = await db
    .selectFrom("settings")
    .select("value")
    .where("key", "=", KEY_SETTING)
    .executeTakeFirstOrThrow();
  return createSecretKey(value, "base64url");
}

/** Access tokens of this database, valid for `ACCESS_TOKEN_TTL` seconds by the server's clock. */
export async function accessTokens(deps: Deps): Promise<AccessTokens> {
  const key = await signingKey(deps);
  const seconds = () => Math.floor(deps.now().getTime() / 1000);
  const sign = (text: string) => createHmac("sha256", key).update(text).digest();

  return {
    issue(sessionId) {
      const expiry = seconds() + deps.config.accessTokenTtl;
      const payload = Buffer.from(`${sessionId}.${expiry}`).toString("base64url");
      return `${payload}.${sign(payload).toString("base64url")}`;
    },
    sessionOf(token) {
      const [payload, signature, ...rest] = token.split(".");
      if (!payload || !signature || rest.length > 0) return undefined;
      const given = Buffer.from(signature, "base64url");
      const expected = sign(payload);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const [sessionId, expiry] = Buffer.from(payload, "base64url").toString().split(".");
      return Number(expiry) > seconds() ? sessionId : undefined;
    },
  };
}
