import { setTimeout as pause } from "node:timers/promises";
import { Semaphore } from "async-mutex";
import { type Kysely, type Transaction } from "kysely";
import { emailKey } from "#server/accounts/email.ts";
import type { QueueShare } from "#server/accounts/fairQueue.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import { HttpError } from "#server/http/errors.ts";
import { createSigners, type Signer } from "#server/sessions/signing.ts";
import { formatWait } from "./formatWait.ts";
import { networkOf, networksOf } from "./networks.ts";
import { createRateLimit } from "./rateLimit.ts";
import {
  ALL_FORGOTTEN_MS,
  addFailure,
  type Failures,
  responseDelay,
  retryDelay,
  type Scope,
} from "./throttleRules.ts";

/** Where an attempt comes from. */
export interface AttemptSource {
  address: string;
  /** The account's device or session, if it has signed in there before. */
  device?: string | undefined;
}

/** An attempt to sign in that may go ahead. */
export interface Attempt {
  /** Whose turn it uses in the queue for hashing. */
  share: QueueShare;
  /**
   * Does the work that tells whether the attempt succeeded. If the work throws, for lack of time or
   * of the database, the attempt does not count.
   */
  judge<T>(work: () => Promise<T>): Promise<T>;
  /** Forgets this attempt, and the account's failures from here. */
  succeeded(): Promise<void>;
}

/** Slows down guessing of passwords. Unknown accounts are counted like others. */
export interface LoginThrottle {
  /** Counts a sign-in or registration against its network's share a minute. Throws a 429. */
  admit(source: AttemptSource): void;
  /**
   * Begins an attempt, which counts as a failure unless it succeeds: so parallel attempts count too.
   * Settles when its turn has come. Throws a 429 when it is refused, which does not count.
   */
  begin(email: string, source: AttemptSource): Promise<Attempt>;
}

const MINUTE_MS = 60_000;
/** Attempts that a process holds at once; beyond, the queue for hashing is delay enough. */
const HELD_MAX = 1_000;
/** A flood of sign-ins uses few connections, and rarely conflicts with itself. */
const WRITERS = 4;

/** Wide networks have many customers. They get this many times the share of a single one. */
const WIDE_SHARES: Readonly<Record<string, number>> = { "/48": 16, "/56": 4 };

/** The turn of strangers in the queue for hashing. */
export const networkShare = (address: string): QueueShare => ["network", ...networksOf(address)];

/** Someone with an account waits beside other known devices, and apart from all strangers. */
function shareOf(email: string, { address, device }: AttemptSource): QueueShare {
  if (device === undefined) return networkShare(address);
  return ["device", networksOf(address)[0] ?? "", emailKey(email)];
}

function tooManyFailures(seconds: number): HttpError {
  const error = `Too many failed attempts. Please try again in ${formatWait(seconds)}.`;
  return new HttpError(429, { error }, seconds);
}

type Keys = Partial<Record<Scope, string>>;
/** What was counted before an attempt. */
type Before = Partial<Record<Scope, Failures>>;

const scopesOf = (keys: Keys) => Object.keys(keys) as Scope[];

/** The keys of an attempt. People type passwords as addresses, too: nothing is kept as typed. */
function keysOf(signer: Signer, email: string, { address, device }: AttemptSource): Keys {
  const account = emailKey(email);
  const key = (...parts: unknown[]) => signer.hmac(JSON.stringify(parts));
  if (device !== undefined) {
    return {
      pair: key("pair", account, "device", device),
      day: key("day", account, "device", device),
    };
  }
  const network = networkOf(address);
  return {
    pair: key("pair", account, network),
    address: key("address", network),
    account: key("account", account),
    day: key("day", account),
  };
}

/** The minute's limit, for networks of all widths. */
function requestsPerMinute(max: number, elapsed: () => number): LoginThrottle["admit"] {
  const limit = createRateLimit(MINUTE_MS, elapsed);
  return ({ address, device }) => {
    if (device !== undefined) return limit.take(`device ${device}`, max);
    const own = networkOf(address);
    // The narrowest first: one customer's refused requests are not the others' of a wide network.
    for (const network of networksOf(address).toReversed()) {
      const [width = ""] = /\/\d+$/.exec(network) ?? [];
      const shares = network === own ? 1 : WIDE_SHARES[width];
      if (shares !== undefined) limit.take(network, max * shares);
    }
  };
}

/** The throttle of this database's accounts; none when LOGIN_RATE_LIMIT is off. */
export async function createLoginThrottle(deps: Deps): Promise<LoginThrottle> {
  const { db, config, now, hold = pause, elapsed = () => performance.now() } = deps;
  const limit = config.loginRateLimit;
  if (limit === "off") return unlimited();
  const signer = (await createSigners(db))("failed sign-ins");
  const admit = requestsPerMinute(limit, elapsed);
  const gate = new Semaphore(WRITERS);
  let held = 0;
  let sweptAt = elapsed();
  await sweep(db, now());

  async function holdBack(ms: number): Promise<void> {
    if (ms === 0 || held >= HELD_MAX) return;
    held += 1;
    await hold(ms).finally(() => (held -= 1));
  }

  return {
    admit,
    async begin(email, source) {
      const at = now();
      const keys = keysOf(signer, email, source);
      const counted = await gate.runExclusive(() =>
        transaction(db, (trx) => countOne(trx, keys, at)),
      );
      if (counted.wait > 0) throw tooManyFailures(Math.ceil(counted.wait / 1000));
      if (elapsed() - sweptAt >= MINUTE_MS) {
        sweptAt = elapsed();
        await sweep(db, at);
      }
      await holdBack(counted.hold);
      return {
        share: shareOf(email, source),
        async judge(work) {
          try {
            return await work();
          } catch (failure) {
            // The caller must see the first failure, also if taking back fails.
            await takeBack(db, keys, counted.before, at).catch(() => undefined);
            throw failure;
          }
        },
        succeeded: () => forgive(db, keys, counted.before, at),
      };
    },
  };
}

const unlimited = (): LoginThrottle => ({
  admit: () => undefined,
  begin: async (email, source) => ({
    share: shareOf(email, source),
    judge: (work) => work(),
    succeeded: async () => undefined,
  }),
});

/** Counts a failure, unless it is refused. */
async function countOne(trx: Transaction<Database>, keys: Keys, now: Date) {
  const rows = await trx
    .selectFrom("sign_in_failures")
    .selectAll()
    .where("key", "in", Object.values(keys))
    .execute();
  const before: Before = {};
  for (const scope of scopesOf(keys)) {
    const row = rows.find(({ key }) => key === keys[scope]);
    if (row) before[scope] = row;
  }
  const refusing = (["pair", "address", "day"] as const).filter((scope) => scope in keys);
  const wait = Math.max(...refusing.map((scope) => retryDelay(scope, before[scope], now)));
  if (wait === 0) {
    const counted = (Object.entries(keys) as [Scope, string][]).map(([scope, key]) =>
      Object.assign(addFailure(scope, before[scope], now), { key }),
    );
    await trx
      .insertInto("sign_in_failures")
      .values(counted)
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((eb) => ({
          failures: eb.ref("excluded.failures"),
          failed_at: eb.ref("excluded.failed_at"),
          forgotten_at: eb.ref("excluded.forgotten_at"),
        })),
      )
      .execute();
  }
  return { wait, hold: responseDelay(before.account, now), before };
}

/**
 * Forgives the account, here and in all. The address and the day only get back what this attempt
 * cost: otherwise signing in, also by the owner, would buy further guesses.
 */
async function forgive(db: Kysely<Database>, keys: Keys, before: Before, at: Date): Promise<void> {
  const forgiven = [keys.pair, keys.account].filter((key) => key !== undefined);
  await db.deleteFrom("sign_in_failures").where("key", "in", forgiven).execute();
  const { address, day } = keys;
  await takeBack(db, { ...(address && { address }), ...(day && { day }) }, before, at);
}

/** Takes an attempt back that may have succeeded. */
async function takeBack(db: Kysely<Database>, keys: Keys, before: Before, at: Date): Promise<void> {
  for (const [scope, key] of Object.entries(keys) as [Scope, string][]) {
    await giveBack(db, key, addFailure(scope, before[scope], at), before[scope]);
  }
}

/** Takes one failure of a key back. */
async function giveBack(
  db: Kysely<Database>,
  key: string,
  counted: Failures,
  before: Failures | undefined,
): Promise<void> {
  const row = db.updateTable("sign_in_failures").where("key", "=", key);
  const { numUpdatedRows } = await row
    .set({ failures: 0, ...before })
    .where("failures", "=", counted.failures)
    .where("failed_at", "=", counted.failed_at)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  // Another attempt has begun since.
  await row
    .set((eb) => ({ failures: eb("failures", "-", 1) }))
    .where("failures", ">", 0)
    .execute();
}

/** Deletes forgotten failures, and those that a wrong clock has dated too far ahead. */
async function sweep(db: Kysely<Database>, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + 2 * ALL_FORGOTTEN_MS).toISOString();
  await db
    .deleteFrom("sign_in_failures")
    .where((eb) =>
      eb.or([eb("forgotten_at", "<=", now.toISOString()), eb("forgotten_at", ">", latest)]),
    )
    .execute();
}
