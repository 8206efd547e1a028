import {
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";

const KEY_SETTING = "access_token_key";
/** How long a key counts as the database's after it was read: a command may change it. */
const KEY_FRESH_MS = 1_000;

/** Signs short texts, and reads back what was signed with the same key for the same purpose. */
export interface Signer {
  /** `text` with its HMAC-SHA256, both base64url: safe in headers and JSON. */
  seal(text: string): Promise<string>;
  /** The text of a sealed one; undefined if it is forged or malformed. */
  open(sealed: string): Promise<string | undefined>;
  /** The HMAC alone: the same for the same text, which can't be read from it. */
  hmac(text: string): string;
}

const newKey = () => randomBytes(32).toString("base64url");

async function readKey(db: Kysely<Database>): Promise<string> {
  const { value } = await db
    .selectFrom("settings")
    .select("value")
    .where("key", "=", KEY_SETTING)
    .executeTakeFirstOrThrow();
  return value;
}

/** This database's key, made at the first start. Of two servers starting at once, one key stays. */
async function firstKey(db: Kysely<Database>): Promise<string> {
  await db
    .insertInto("settings")
    .values({ key: KEY_SETTING, value: newKey() })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  return await readKey(db);
}

/**
 * Replaces the key and ends all sessions. Servers that run take it up within {@link KEY_FRESH_MS}.
 *
 * @returns how many sessions there were
 */
export async function rotateKey(db: Kysely<Database>): Promise<number> {
  return await transaction(db, async (trx) => {
    const value = newKey();
    await trx
      .insertInto("settings")
      .values({ key: KEY_SETTING, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
    // Known by marks of the former key, which nothing leads to any more.
    await trx.deleteFrom("sign_in_failures").execute();
    return (await trx.deleteFrom("sessions").returning("id").execute()).length;
  });
}

/** The master key as the database has it, read again when it may have changed. */
async function heldKey(db: Kysely<Database>) {
  let text = await firstKey(db);
  let key = createSecretKey(text, "base64url");
  let readAt = performance.now();
  let reading: Promise<KeyObject> | undefined;

  async function read(): Promise<KeyObject> {
    const found = await readKey(db);
    readAt = performance.now();
    // The same object as long as it is the same key: what is derived from it is kept by it.
    if (found !== text) key = createSecretKey(found, "base64url");
    text = found;
    return key;
  }

  function readAgain(): Promise<KeyObject> {
    reading ??= read().finally(() => (reading = undefined));
    return reading;
  }

  return {
    /** As it was read last. */
    known: () => key,
    current: async () => (performance.now() - readAt < KEY_FRESH_MS ? key : await readAgain()),
    readAgain,
  };
}

/** All createSigners of a database hold one key: what one of them learns holds for the others. */
const holders = new WeakMap<Kysely<Database>, ReturnType<typeof heldKey>>();

function derive(master: KeyObject, purpose: string): KeyObject {
  return createSecretKey(createHmac("sha256", master).update(purpose).digest());
}

/** Makes createSigners, each with a key of its own: what is sealed for one purpose opens for no other. */
export async function createSigners(db: Kysely<Database>): Promise<(purpose: string) => Signer> {
  const holding = holders.get(db) ?? heldKey(db);
  holders.set(db, holding);
  const held = await holding;
  return (purpose) => {
    const derived = new WeakMap<KeyObject, KeyObject>();
    function sign(payload: string, master: KeyObject): Buffer {
      const key = derived.get(master) ?? derive(master, purpose);
      derived.set(master, key);
      return createHmac("sha256", key).update(payload).digest();
    }
    function fits(payload: string, given: Buffer, master: KeyObject): boolean {
      const expected = sign(payload, master);
      return given.length === expected.length && timingSafeEqual(given, expected);
    }
    return {
      async seal(text) {
        const payload = Buffer.from(text).toString("base64url");
        // What is handed out has to last longer than the key may be out of date here.
        return `${payload}.${sign(payload, await held.readAgain()).toString("base64url")}`;
      },
      async open(sealed) {
        const [payload, signature, ...rest] = sealed.split(".");
        if (!payload || !signature || rest.length > 0) return undefined;
        const given = Buffer.from(signature, "base64url");
        const current = await held.current();
        // Another server may know a newer key by now.
        const known = fits(payload, given, current) || fits(payload, given, await held.readAgain());
        return known ? Buffer.from(payload, "base64url").toString() : undefined;
      },
      hmac: (text) => sign(text, held.known()).toString("base64url"),
    };
  };
}
