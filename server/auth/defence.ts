import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import { HttpError } from "#server/http/errors.ts";
import { emailKey } from "#server/users/email.ts";
import { Semaphore } from "async-mutex";
import type { Kysely, Transaction } from "kysely";
import {
  ALL_FORGOTTEN,
  type Failures,
  holdOf,
  networkOf,
  oneMore,
  type Scope,
  waitOf,
} from "./delays.ts";
import { signers } from "./signing.ts";

/** An attempt to sign in that may go ahead. */
export interface Attempt {
  /**
   * Does what tells whether it succeeds. If that can't be done, for want of time or of the database,
   * the attempt counts as nothing.
   */
  judge<T>(work: () => Promise<T>): Promise<T>;
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

const OFF: Defence = {
  begin: async () => ({ judge: (work) => work(), succeeded: async () => undefined }),
};

function tooManyFailures(seconds: number): HttpError {
  const time = seconds === 1 ? "a second" : `${seconds} seconds`;
  return new HttpError(
    429,
    { error: `Too many failed attempts. Please try again in ${time}.` },
    seconds,
  );
}

type Keys = Record<Scope, string>;
/** What was counted before an attempt. */
type Before = Record<Scope, Failures | undefined>;

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
      return {
        async judge(work) {
          try {
            return await work();
          } catch (failure) {
            // Whatever keeps it from being taken back, the caller is told of the first failure.
            await takeBack(db, keys, counted.before, at).catch(() => undefined);
            throw failure;
          }
        },
        succeeded: () => forget(db, keys, counted.before, at),
      };
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
  const before: Before = { pair: ofPair, address: ofAddress, account: ofAccount };
  return { wait, hold: holdOf(ofAccount, now), before };
}

/**
 * The account is forgiven, here and in all. The address only gets back what this attempt cost it:
 * otherwise signing in to an account of one's own would buy further guesses.
 */
async function forget(db: Kysely<Database>, keys: Keys, before: Before, at: Date): Promise<void> {
  await db.deleteFrom("sign_in_failures").where("key", "in", [keys.pair, keys.account]).execute();
  await giveBack(db, "address", keys, before, at);
}

/** Nobody knows whether the attempt would have succeeded. */
async function takeBack(db: Kysely<Database>, keys: Keys, before: Before, at: Date): Promise<void> {
  for (const scope of ["pair", "address", "account"] as const) {
    await giveBack(db, scope, keys, before, at);
  }
}

/** Takes the failure of one attempt back. */
async function giveBack(
  db: Kysely<Database>,
  scope: Scope,
  { [scope]: key }: Keys,
  { [scope]: before }: Before,
  at: Date,
): Promise<void> {
  const counted = oneMore(scope, before, at);
  const row = db.updateTable("sign_in_failures").where("key", "=", key);
  const { numUpdatedRows } = await row
    .set({ failures: 0, ...before })
    .where("failures", "=", counted.failures)
    .where("failed_at", "=", counted.failed_at)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  // Somebody else has begun an attempt since.
  await row
    .set((eb) => ({ failures: eb("failures", "-", 1) }))
    .where("failures", ">", 0)
    .execute();
}

/** Deletes what is forgotten. */
async function sweep(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ALL_FORGOTTEN).toISOString();
  await db.deleteFrom("sign_in_failures").where("failed_at", "<=", before).execute();
}
