import { setTimeout as pause } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import { MINUTE_MS } from "#contract/time.ts";
import { emailKey } from "#contract/user.ts";
import { tooManySignIns } from "#server/accounts/passwords.ts";
import type { Deps } from "#server/deps.ts";
import { createFairQueue, type QueueShare } from "#server/fairQueue.ts";
import { formatWait } from "#server/formatWait.ts";
import { createRateLimit } from "#server/rateLimit.ts";
import { tooMany } from "#server/refusals.ts";
import { createSigners, type Signer } from "#server/sessions/signing.ts";
import {
  clearFailures,
  countFailure,
  deleteExpiredFailures,
  type FailureKeys,
  uncountAttempt,
} from "./failureCounts.ts";
import { networkOf, networksOf } from "./networks.ts";
import { responseDelay } from "./throttleRules.ts";

/** The origin of an attempt. */
interface AttemptSource {
  address: string;
  /** The account's known device or session. */
  device?: string | undefined;
}

/** Slows down password guessing. Unknown accounts are counted like others. */
export interface LoginThrottle {
  /**
   * Counts a sign-in or registration towards its network's limit per minute. Throws a 429 beyond it.
   */
  admit(source: AttemptSource): void;
  /** Counts a start of a provider's sign-in, which any page can cause, apart from the others. */
  admitStart(source: AttemptSource): void;
  /**
   * Runs a password check and returns its result. The attempt counts as a failure until the check
   * succeeds, so parallel attempts count too. If the check throws, the attempt doesn't count.
   * Throws a 429 if the attempt is refused, which doesn't count either.
   */
  guard(
    email: string,
    source: AttemptSource,
    check: (share: QueueShare) => Promise<boolean>,
  ): Promise<boolean>;
}

/** The maximum number of delayed responses. Beyond it the hashing queue delays enough. */
const HELD_MAX = 1_000;
/**
 * The maximum number of counts written at the same time, so that a flood uses few connections and
 * rarely conflicts.
 */
const WRITERS_MAX = 4;
/** The maximum number of attempts that wait to be counted, and for how many ms each may. */
const WAITING_MAX = 1_000;
const WAIT_MS = 10_000;

/** Wide networks have many customers, so their limit is this many times that of one customer. */
const WIDE_NETWORK_FACTORS: Readonly<Record<string, number>> = { "/48": 16, "/56": 4 };

/** The share of the hashing queue for an unknown device. */
export const networkShare = (address: string): QueueShare => ["network", ...networksOf(address)];

/** The share of the hashing queue. Known and unknown devices wait separately. */
export function shareOf(email: string, { address, device }: AttemptSource): QueueShare {
  if (device === undefined) return networkShare(address);
  return ["device", networksOf(address)[0] ?? "", emailKey(email)];
}

/** The option of a public route whose requests count as attempts, even those with an invalid body. */
export const limitAttempts = (throttle: LoginThrottle) => ({
  preValidation: async ({ ip }: FastifyRequest) => throttle.admit({ address: ip }),
});

/** HMACs of the keys, because people sometimes type a password into the email field. */
function keysOf(signer: Signer, email: string, { address, device }: AttemptSource): FailureKeys {
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

function limitPerMinute(max: number, elapsed: () => number): LoginThrottle["admit"] {
  const limit = createRateLimit(MINUTE_MS, elapsed);
  return ({ address, device }) => {
    if (device !== undefined) return limit.take(`device ${device}`, max);
    const own = networkOf(address);
    // The narrowest comes first, so that refused requests don't use up the wide network's limit.
    for (const network of networksOf(address).toReversed()) {
      const [width = ""] = /\/\d+$/.exec(network) ?? [];
      const factor = network === own ? 1 : WIDE_NETWORK_FACTORS[width];
      if (factor !== undefined) limit.take(network, max * factor);
    }
  };
}

/** Creates the throttle; it does nothing if LOGIN_RATE_LIMIT is off. */
export async function createLoginThrottle(deps: Deps): Promise<LoginThrottle> {
  const { db, config, now, hold = pause, elapsed = () => performance.now() } = deps;
  if (config.loginRateLimit === "off") {
    return {
      admit: () => undefined,
      admitStart: () => undefined,
      guard: (email, source, check) => check(shareOf(email, source)),
    };
  }
  const signer = (await createSigners(db))("failed sign-ins");
  const writers = createFairQueue({
    lanes: WRITERS_MAX,
    waitingMax: WAITING_MAX,
    deadlineMs: WAIT_MS,
    refusal: tooManySignIns,
  });
  let held = 0;
  let sweptAt = elapsed();
  await deleteExpiredFailures(db, now());

  async function holdBack(ms: number): Promise<void> {
    if (ms === 0 || held >= HELD_MAX) return;
    held += 1;
    await hold(ms).finally(() => (held -= 1));
  }

  return {
    admit: limitPerMinute(config.loginRateLimit, elapsed),
    admitStart: limitPerMinute(config.loginRateLimit, elapsed),
    async guard(email, source, check) {
      const at = now();
      const keys = keysOf(signer, email, source);
      const share = shareOf(email, source);
      const { before, retryMs } = await writers.run(share, () => countFailure(db, keys, at));
      if (retryMs > 0) {
        const seconds = Math.ceil(retryMs / 1000);
        const error = `Too many failed attempts. Please try again in ${formatWait(seconds)}.`;
        throw tooMany(error, seconds);
      }
      if (elapsed() - sweptAt >= MINUTE_MS) {
        sweptAt = elapsed();
        await deleteExpiredFailures(db, at);
      }
      await holdBack(responseDelay(before.account, at));
      const isRight = await check(share).catch(async (failure: unknown) => {
        // The caller must see this failure, even if the count can't be removed.
        await uncountAttempt(db, keys, before, at).catch(() => undefined);
        throw failure;
      });
      if (isRight) await clearFailures(db, keys, before, at);
      return isRight;
    },
  };
}
