import { isIPv6 } from "node:net";

/** What is counted: the failures of an account from an address, of an address, of an account. */
export type Scope = "pair" | "address" | "account";

interface Rule {
  /** Failures without consequence. */
  free: number;
  /** The delay after them, in ms; it doubles with each further failure … */
  first: number;
  /** … up to this. */
  longest: number;
}

/**
 * An account and an address are refused for a while. An account that is attacked from many
 * addresses isn't: its owner could no longer sign in. Its answers are held instead.
 */
const RULES: Readonly<Record<Scope, Rule>> = {
  pair: { free: 5, first: 1_000, longest: 60_000 },
  address: { free: 20, first: 1_000, longest: 60_000 },
  account: { free: 10, first: 200, longest: 3_000 },
};

/** A failure is forgotten when this much time has passed without another one, in ms. */
const FORGOTTEN_AFTER = 60_000;

/** Failures that count: more don't make the delay longer. */
const most = ({ free, first, longest }: Rule) => free + Math.ceil(Math.log2(longest / first));

/** After this long nothing is left of any failure, in ms. */
export const ALL_FORGOTTEN = Math.max(...Object.values(RULES).map(most)) * FORGOTTEN_AFTER;

export interface Failures {
  failures: number;
  failed_at: string;
}

/** A clock that was set back has failures in its future: far ones are over, as those long past. */
function since(known: Failures, now: Date): number {
  return Math.abs(now.getTime() - Date.parse(known.failed_at));
}

/** How many of the failures are not forgotten yet. */
function remembered(known: Failures | undefined, now: Date): number {
  if (!known) return 0;
  return Math.max(0, known.failures - Math.floor(since(known, now) / FORGOTTEN_AFTER));
}

function delayAfter(failures: number, { free, first, longest }: Rule): number {
  return failures < free ? 0 : Math.min(longest, first * 2 ** (failures - free));
}

/** How long the scope has to wait from now on, in ms. */
export function waitOf(scope: "pair" | "address", known: Failures | undefined, now: Date): number {
  if (!known) return 0;
  return Math.max(0, delayAfter(known.failures, RULES[scope]) - since(known, now));
}

/** How long the next answer about an account is held, in ms. */
export function holdOf(known: Failures | undefined, now: Date): number {
  return delayAfter(remembered(known, now), RULES.account);
}

/** One failure more. */
export function oneMore(scope: Scope, known: Failures | undefined, now: Date): Failures {
  const failures = Math.min(most(RULES[scope]), remembered(known, now) + 1);
  return { failures, failed_at: now.toISOString() };
}

/** Some proxies name the caller's port too, which is another one each time. */
const PORT = [/^([\d.]+):\d+$/, /^\[([^\]]+)\](?::\d+)?$/];

/**
 * What counts as one address: a whole /64 of IPv6, which is what a single customer gets, and an
 * IPv4 address also in its IPv6 clothes.
 */
export function networkOf(address: string): string {
  const alone = PORT.reduce((rest, port) => rest.replace(port, "$1"), address);
  const plain = alone.replace(/^::ffff:(?=[\d.]+$)/i, "").replace(/%.*$/, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const rest = tail === "" ? [] : tail.split(":");
    // The last group of the tail may be an IPv4 address, which stands for two.
    const length = rest.length + (tail.includes(".") ? 1 : 0);
    groups.push(...Array.from({ length: 8 - groups.length - length }, () => "0"), ...rest);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
