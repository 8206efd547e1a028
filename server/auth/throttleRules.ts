import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/time.ts";

/**
 * Failed sign-ins are counted per scope. `pair`: an account from one network or device. `address`: a
 * network. `account`: an account, over minutes. `day`: an account, over a day. `forgotten`: reset links
 * that were asked for with an account's address, which count like failures.
 */
export type Scope = "pair" | "address" | "account" | "day" | "forgotten";

interface Rule {
  /** The number of failures before delays begin. */
  free: number;
  /** The delay in ms after the free failures. It doubles with each further failure. */
  firstMs: number;
  /** The maximum delay in ms. */
  longestMs: number;
  /** One failure expires each time this many ms pass without another one. */
  failureExpiryMs: number;
}

/**
 * The `free` failures of an account. They expire over a day, so an attacker gets at most twice as
 * many in 24 hours.
 */
const DAILY_FAILURES = 50;

/** The maximum number of reset links per account and hour that are mailed to users who forgot their password. */
export const MAILS_PER_HOUR = 3;
const MAIL_PAUSE_MS = HOUR_MS / MAILS_PER_HOUR;

const minutes = { longestMs: MINUTE_MS, failureExpiryMs: MINUTE_MS };

/**
 * An attack from many networks must not lock out the account's owner. So it only delays responses,
 * and refuses attempts beyond the daily number. Known devices have counts of their own.
 */
const RULES: Readonly<Record<Scope, Rule>> = {
  pair: { free: 5, firstMs: 1_000, ...minutes },
  address: { free: 20, firstMs: 1_000, ...minutes },
  account: { ...minutes, free: 10, firstMs: 200, longestMs: 3_000 },
  day: {
    free: DAILY_FAILURES,
    firstMs: DAY_MS / DAILY_FAILURES,
    longestMs: DAY_MS / DAILY_FAILURES,
    failureExpiryMs: DAY_MS / DAILY_FAILURES,
  },
  forgotten: {
    free: MAILS_PER_HOUR,
    firstMs: MAIL_PAUSE_MS,
    longestMs: MAIL_PAUSE_MS,
    failureExpiryMs: MAIL_PAUSE_MS,
  },
};

/** The number of failures that causes the maximum delay. Further failures are not counted. */
const failuresMax = ({ free, firstMs, longestMs }: Rule) =>
  free + Math.ceil(Math.log2(longestMs / firstMs));

/** The time in ms after which every failure has expired. */
export const ALL_EXPIRED_MS = Math.max(
  ...Object.values(RULES).map((rule) => failuresMax(rule) * rule.failureExpiryMs),
);

/** The failures of one key, the time of the last one, and the time at which all will have expired. */
export interface Failures {
  failures: number;
  failed_at: string;
  forgotten_at: string;
}

/**
 * The distance to the last failure, in ms. A wrong clock may have dated the failure years ahead. As
 * a distance, such a failure expires like an old one, and causes no wait of years.
 */
function since(known: Failures, now: Date): number {
  return Math.abs(now.getTime() - Date.parse(known.failed_at));
}

/** The failures that have not expired. */
function unexpiredFailures(scope: Scope, known: Failures | undefined, now: Date): number {
  if (!known) return 0;
  const expired = Math.floor(since(known, now) / RULES[scope].failureExpiryMs);
  return Math.max(0, known.failures - expired);
}

function delayAfter(failures: number, { free, firstMs, longestMs }: Rule): number {
  return failures < free ? 0 : Math.min(longestMs, firstMs * 2 ** (failures - free));
}

/** The time in ms for which the next attempt is refused. */
export function retryDelay(scope: Scope, known: Failures | undefined, now: Date): number {
  if (!known || scope === "account") return 0;
  return Math.max(0, delayAfter(known.failures, RULES[scope]) - since(known, now));
}

/** The delay in ms of the next response about an account. */
export function responseDelay(known: Failures | undefined, now: Date): number {
  return delayAfter(unexpiredFailures("account", known, now), RULES.account);
}

/** Adds a failure to those of a key. */
export function addFailure(scope: Scope, known: Failures | undefined, now: Date): Failures {
  const rule = RULES[scope];
  const failures = Math.min(failuresMax(rule), unexpiredFailures(scope, known, now) + 1);
  const expiresAt = new Date(now.getTime() + failures * rule.failureExpiryMs);
  return { failures, failed_at: now.toISOString(), forgotten_at: expiresAt.toISOString() };
}
