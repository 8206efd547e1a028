import {
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import type { Database } from "#server/db/schema.ts";
import type { Kysely } from "kysely";

const KEY_SETTING = "access_token_key";

/** Signs short texts, and reads back what was signed with the same key for the same purpose. */
export interface Signer {
  /** `text` with its HMAC-SHA256, both base64url: safe in headers and JSON. */
  seal(text: string): string;
  /** The text of a sealed one; undefined if it is forged or malformed. */
  open(sealed: string): string | undefined;
  /** The HMAC alone: the same for the same text, which can't be read from it. */
  mark(text: string): string;
}

/** This database's key, made at the first start. Of two servers starting at once, one key stays. */
async function signingKey(db: Kysely<Database>): Promise<KeyObject> {
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

/** Makes signers, each with a key of its own: what is sealed for one purpose opens for no other. */
export async function signers(db: Kysely<Database>): Promise<(purpose: string) => Signer> {
  const master = await signingKey(db);
  return (purpose) => {
    const key = createSecretKey(createHmac("sha256", master).update(purpose).digest());
    const sign = (payload: string) => createHmac("sha256", key).update(payload).digest();
    return {
      seal(text) {
        const payload = Buffer.from(text).toString("base64url");
        return `${payload}.${sign(payload).toString("base64url")}`;
      },
      open(sealed) {
        const [payload, signature, ...rest] = sealed.split(".");
        if (!payload || !signature || rest.length > 0) return undefined;
        const given = Buffer.from(signature, "base64url");
        const expected = sign(payload);
        if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
        return Buffer.from(payload, "base64url").toString();
      },
      mark: (text) => sign(text).toString("base64url"),
    };
  };
}
