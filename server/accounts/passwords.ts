import { argon2, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { createFairQueue, type QueueShare } from "#server/fairQueue.ts";
import { tooMany } from "#server/refusals.ts";

const argon2Async = promisify(argon2);

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** The `Retry-After` header of a refused request, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/** The error for a sign-in that has waited too long. */
export const tooManySignIns = () =>
  tooMany("Too many people are signing in. Please try again shortly.", RETRY_AFTER_SECONDS);

/** Leaves one core free, so that a flood of sign-ins doesn't stop the rest. */
export const passwordQueue = createFairQueue({
  lanes: Math.max(1, Math.min(4, availableParallelism() - 1)),
  waitingMax: 1_000,
  deadlineMs: 10_000,
  refusal: tooManySignIns,
});

/** The number of passwords that are being hashed or are waiting in the queue. */
export const pendingPasswords = (): number => passwordQueue.pending();

/** The server's own share of the queue. */
const OWN_SHARE: QueueShare = ["server"];

interface Parameters {
  memory: number;
  passes: number;
  parallelism: number;
  nonce: Buffer;
}

async function derive(password: string, parameters: Parameters, share: QueueShare) {
  return await passwordQueue.run(share, () =>
    argon2Async("argon2id", {
      ...parameters,
      // Keyboards encode accented letters differently. NFC makes them equal.
      message: password.normalize("NFC"),
      tagLength: TAG_BYTES,
    }),
  );
}

const encode = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");

function format({ memory, passes, parallelism, nonce }: Parameters, tag: Buffer): string {
  const cost = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=19$${cost}$${encode(nonce)}$${encode(tag)}`;
}

function parse(hash: string): (Parameters & { tag: Buffer }) | undefined {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!found) return undefined;
  const [, memory, passes, parallelism, nonce = "", tag = ""] = found;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

/** The hash for unknown users, so that their response takes as long. */
const NOBODY = { ...COST, nonce: Buffer.alloc(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) };

/**
 * The argon2id hash of a password in PHC format, its salt and cost included.
 *
 * @param share the share of the queue
 */
export async function hashPassword(password: string, share = OWN_SHARE): Promise<string> {
  const parameters = { ...COST, nonce: randomBytes(SALT_BYTES) };
  return format(parameters, await derive(password, parameters, share));
}

/** Letters and digits that are not easily confused. */
const LEGIBLE = "abcdefghjkmnpqrstuvwxyz23456789";

/** A password of 99 random bits in four groups of five, easy to read from a screen. */
export function randomPassword(): string {
  const group = () => Array.from({ length: 5 }, () => LEGIBLE[randomInt(LEGIBLE.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}

/**
 * Whether the hash belongs to this password. Without a hash it returns false after the same time.
 *
 * @param share the share of the queue
 */
export async function verifyPassword(
  hash: string | undefined,
  password: string,
  share = OWN_SHARE,
): Promise<boolean> {
  const known = parse(hash ?? "");
  const { tag, ...parameters } = known ?? NOBODY;
  const derived = await derive(password, parameters, share);
  const same = derived.length === tag.length && timingSafeEqual(derived, tag);
  return same && known !== undefined;
}
