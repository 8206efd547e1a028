import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import { HttpError } from "#server/errors.ts";
import { emailKey } from "#server/users/email.ts";
import { Semaphore } from "async-mutex";
import type { Kysely, Transaction } from "kysely";
import { ALL_FORGOTTEN, type Failures, holdOf, networkOf, oneMore, waitOf } from "./delays.ts";
import { signers } from "./signing.ts";

/** An attempt to sign in that may go ahead. */
export interface Attempt {
  /** It was no failure: forgets it, and the failures of the account from here. */
  succeeded(): Promise<void>;
}

/** Slows down who guesses passwords. Knows accounts by what was typed: unknown ones are as others. */
export interface Defence {
  /**
   * Begins an attempt, which counts as a failure unless it succeeds: so those that are made at the
   * same time count too. Settles when its turn has come; throws a 429 when it is refused, which
   * counts as nothing.
   */
  begin(email: string, address: string): Promise<Attempt>;
}

/** Attempts that a process holds at once; beyond, the queue for hashing is delay enough. */
const HELD_MAX = 1_000;
/** A flood of sign-ins uses few connections, and they don't trip over each other much. */
const WRITERS = 4;
const SWEEP_EVERY = 60_000;

const OFF: Defence = { begin: async () => ({ succeeded: async () => undefined }) };

function tooManyFailures(seconds: number): HttpError {
  const time = seconds === 1 ? "a second" : `${seconds} seconds`;
  return new HttpError(
    429,
    { error: `Too many failed attempts. Please try again in ${time}.` },
    seconds,
  );
}

interface Keys {
  pair: string;
  address: string;
  account: string;
}

/** The defence of this database's accounts; none when LOGIN_RATE_LIMIT is off. */
export async function signInDefence({ db, config, now, hold = pause }: Deps): Promise<Defence> {
  if (config.loginRateLimit === "off") return OFF;
  const signer = (await signers(db))("failed sign-ins");
  const gate = new Semaphore(WRITERS);
  let held = 0;
  let sweptAt = now().getTime();
  await sweep(db, now());

  /** People mistype their passwords as addresses, too: nothing is kept as it was typed. */
  function keysOf(email: string, address: string): Keys {
    const account = emailKey(email);
    const network = networkOf(address);
    return {
      pair: signer.mark(JSON.stringify([account, network])),
      address: signer.mark(JSON.stringify([null, network])),
      account: signer.mark(JSON.stringify([account, null])),
    };
  }

  return {
    async begin(email, address) {
      const at = now();
      const keys = keysOf(email, address);
      const counted = await gate.runExclusive(() =>
        transaction(db, (trx) => countOne(trx, keys, at)),
      );
      if (counted.wait > 0) throw tooManyFailures(Math.ceil(counted.wait / 1000));
      if (at.getTime() - sweptAt >= SWEEP_EVERY) {
        sweptAt = at.getTime();
        await sweep(db, at);
      }
      if (counted.hold > 0 && held < HELD_MAX) {
        held += 1;
        await hold(counted.hold).finally(() => (held -= 1));
      }
      return { succeeded: () => forget(db, keys, counted.ofAddress, at) };
    },
  };
}

/** Counts a failure, unless it is refused. */
async function countOne(trx: Transaction<Database>, keys: Keys, now: Date) {
  const rows = await trx
    .selectFrom("sign_in_failures")
    .selectAll()
    .where("key", "in", Object.values(keys))
    .execute();
  const known = (key: string) => rows.find((row) => row.key === key);
  const [ofPair, ofAddress, ofAccount] = [keys.pair, keys.address, keys.account].map(known);
  const wait = Math.max(waitOf("pair", ofPair, now), waitOf("address", ofAddress, now));
  if (wait === 0) {
    await trx
      .insertInto("sign_in_failures")
      .values([
        { key: keys.pair, ...oneMore("pair", ofPair, now) },
        { key: keys.address, ...oneMore("address", ofAddress, now) },
        { key: keys.account, ...oneMore("account", ofAccount, now) },
      ])
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((eb) => ({
          failures: eb.ref("excluded.failures"),
          failed_at: eb.ref("excluded.failed_at"),
        })),
      )
      .execute();
  }
  return { wait, hold: holdOf(ofAccount, now), ofAddress };
}

/**
 * The account is forgiven, here and in all. The address only gets back what this attempt cost it:
 * otherwise signing in to an account of one's own would buy further guesses.
 */
async function forget(
  db: Kysely<Database>,
  { pair, address, account }: Keys,
  before: Failures | undefined,
  at: Date,
): Promise<void> {
  await db.deleteFrom("sign_in_failures").where("key", "in", [pair, account]).execute();
  const counted = oneMore("address", before, at);
  const ofAddress = db.updateTable("sign_in_failures").where("key", "=", address);
  const { numUpdatedRows } = await ofAddress
    .set({ failures: 0, ...before })
    .where("failures", "=", counted.failures)
    .where("failed_at", "=", counted.failed_at)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  // Somebody else has begun an attempt from there since.
  await ofAddress
    .set((eb) => ({ failures: eb("failures", "-", 1) }))
    .where("failures", ">", 0)
    .execute();
}

/** Deletes what is forgotten. */
async function sweep(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ALL_FORGOTTEN).toISOString();
  await db.deleteFrom("sign_in_failures").where("failed_at", "<=", before).execute();
}
