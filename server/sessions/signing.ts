import { createHmac, timingSafeEqual } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { writeSetting } from "#server/db/settingRows.ts";
import { newSecret } from "#server/secrets/secret.ts";

const KEY_SETTING = "access_token_key";
/** The lifetime of a cached key in ms. */
const KEY_CACHE_MS = 1_000;

/** Signs short texts, and verifies texts that were signed for the same purpose. */
export interface Signer {
  /** `text` with its HMAC-SHA256, both base64url: safe in headers and JSON. */
  seal(text: string): Promise<string>;
  /** The text in `sealed`, or undefined if it is forged or malformed. */
  open(sealed: string): Promise<string | undefined>;
  /** The HMAC alone. It doesn't reveal the text. */
  hmac(text: string): string;
}

async function readKey(db: Kysely<Database>): Promise<Buffer> {
  const { value } = await db
    .selectFrom("settings")
    .select("value")
    .where("key", "=", KEY_SETTING)
    .executeTakeFirstOrThrow();
  return Buffer.from(value, "base64url");
}

/** Reads the key, or creates it at the first start. Concurrent first starts agree on one key. */
async function readOrCreateKey(db: Kysely<Database>): Promise<Buffer> {
  await db
    .insertInto("settings")
    .values({ key: KEY_SETTING, value: newSecret() })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  return await readKey(db);
}

/** Replaces the key. Running servers use the new one after at most {@link KEY_CACHE_MS}. */
export async function replaceKey(trx: Transaction<Database>): Promise<void> {
  await writeSetting(trx, KEY_SETTING, newSecret());
  // These rows are identified by HMACs of the old key, which can no longer be computed.
  await trx.deleteFrom("sign_in_failures").execute();
}

/** Caches the key, because `replaceKey` may replace it while the server runs. */
async function createKeyCache(db: Kysely<Database>) {
  let key = await readOrCreateKey(db);
  let readAt = performance.now();
  let reading: Promise<Buffer> | undefined;

  async function read(): Promise<Buffer> {
    key = await readKey(db);
    readAt = performance.now();
    return key;
  }

  /** Reads the key from the database; concurrent calls share one query. */
  function refresh(): Promise<Buffer> {
    reading ??= read().finally(() => (reading = undefined));
    return reading;
  }

  return {
    cached: () => key,
    current: async () => (performance.now() - readAt < KEY_CACHE_MS ? key : await refresh()),
    refresh,
  };
}

/** One cache per database: `hmac` is synchronous and relies on the reads of other signers. */
const keyCaches = new WeakMap<Kysely<Database>, ReturnType<typeof createKeyCache>>();

/** Creates signers. Each purpose has its own key, derived from the database's. */
export async function createSigners(db: Kysely<Database>): Promise<(purpose: string) => Signer> {
  const creating = keyCaches.get(db) ?? createKeyCache(db);
  keyCaches.set(db, creating);
  const keys = await creating;

  return (purpose) => {
    function sign(payload: string, key: Buffer): Buffer {
      const derived = createHmac("sha256", key).update(purpose).digest();
      return createHmac("sha256", derived).update(payload).digest();
    }

    function verifies(payload: string, signature: Buffer, key: Buffer): boolean {
      const expected = sign(payload, key);
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    }

    return {
      async seal(text) {
        const payload = Buffer.from(text).toString("base64url");
        // A cached key may have been replaced, and a text signed with it would be refused soon.
        return `${payload}.${sign(payload, await keys.refresh()).toString("base64url")}`;
      },
      async open(sealed) {
        const [payload, encoded, ...rest] = sealed.split(".");
        if (!payload || !encoded || rest.length > 0) return undefined;
        const signature = Buffer.from(encoded, "base64url");
        const valid =
          verifies(payload, signature, await keys.current()) ||
          // Another server may have signed with a newer key.
          verifies(payload, signature, await keys.refresh());
        return valid ? Buffer.from(payload, "base64url").toString() : undefined;
      },
      hmac: (text) => sign(text, keys.cached()).toString("base64url"),
    };
  };
}
