/**
 * What is counted: the failures of an account from one network or device, of a network, and of an
 * account; the last over minutes and over a day.
 */
export type Scope = "pair" | "address" | "account" | "day";

interface Rule {
  /** Failures without consequence. */
  free: number;
  /** The delay after them; it doubles with each further failure … */
  firstMs: number;
  /** … up to this. */
  longestMs: number;
  /** A failure is forgotten when this much time has passed without another one. */
  forgottenAfterMs: number;
}

const MINUTE_MS = 60_000;
/** Free failures of an account, which come back over a day: at most twice as many in any 24 hours. */
const DAILY = 50;
const DAY_MS = 24 * 60 * MINUTE_MS;

const minutes = { longestMs: MINUTE_MS, forgottenAfterMs: MINUTE_MS };

/**
 * An attack from many networks must not lock an account's owner out: its responses are held, and
 * only attempts beyond a day's share are refused. Devices that the account has signed in on have
 * shares of their own.
 */
const RULES: Readonly<Record<Scope, Rule>> = {
  pair: { free: 5, firstMs: 1_000, ...minutes },
  address: { free: 20, firstMs: 1_000, ...minutes },
  account: { ...minutes, free: 10, firstMs: 200, longestMs: 3_000 },
  day: {
    free: DAILY,
    firstMs: DAY_MS / DAILY,
    longestMs: DAY_MS / DAILY,
    forgottenAfterMs: DAY_MS / DAILY,
  },
};

/** Failures that count: more don't make the delay longer. */
const most = ({ free, firstMs, longestMs }: Rule) =>
  free + Math.ceil(Math.log2(longestMs / firstMs));

/** After this long nothing is left of any failure. */
export const ALL_FORGOTTEN_MS = Math.max(
  ...Object.values(RULES).map((rule) => most(rule) * rule.forgottenAfterMs),
);

/** Failures of one key, the time of the last one, and when all are forgotten. */
export interface Failures {
  failures: number;
  failed_at: string;
  forgotten_at: string;
}

/**
 * The time since the last failure. A wrong clock may have dated it years ahead: the distance counts,
 * so such failures are forgotten as old ones are, and never make anybody wait for years.
 */
function since(known: Failures, now: Date): number {
  return Math.abs(now.getTime() - Date.parse(known.failed_at));
}

/** How many of the failures are not forgotten yet. */
function remembered(scope: Scope, known: Failures | undefined, now: Date): number {
  if (!known) return 0;
  const forgotten = Math.floor(since(known, now) / RULES[scope].forgottenAfterMs);
  return Math.max(0, known.failures - forgotten);
}

function delayAfter(failures: number, { free, firstMs, longestMs }: Rule): number {
  return failures < free ? 0 : Math.min(longestMs, firstMs * 2 ** (failures - free));
}

/** How long the key has to wait from now on, in ms. */
export function retryDelay(
  scope: Exclude<Scope, "account">,
  known: Failures | undefined,
  now: Date,
): number {
  if (!known) return 0;
  return Math.max(0, delayAfter(known.failures, RULES[scope]) - since(known, now));
}

/** How long the next response about an account is held, in ms. */
export function responseDelay(known: Failures | undefined, now: Date): number {
  return delayAfter(remembered("account", known, now), RULES.account);
}

/** One failure more. */
export function addFailure(scope: Scope, known: Failures | undefined, now: Date): Failures {
  const rule = RULES[scope];
  const failures = Math.min(most(rule), remembered(scope, known, now) + 1);
  const forgottenAt = new Date(now.getTime() + failures * rule.forgottenAfterMs);
  return { failures, failed_at: now.toISOString(), forgotten_at: forgottenAt.toISOString() };
}
