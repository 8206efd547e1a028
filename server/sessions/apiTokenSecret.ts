import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashOf } from "#server/secrets/secret.ts";

const PREFIX = "tdk_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_BYTES = 32;
/** The base62 digits that 32 bytes and a CRC-32 need. */
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const FORM = new RegExp(
  `^${PREFIX}([0-9A-Za-z]{${SECRET_DIGITS}})([0-9A-Za-z]{${CHECKSUM_DIGITS}})$`,
);

function base62(value: bigint, length: number): string {
  let digits = "";
  for (let rest = value; digits.length < length; rest /= 62n)
    digits = DIGITS[Number(rest % 62n)] + digits;
  return digits;
}

const checksum = (digits: string) => base62(BigInt(crc32(digits)), CHECKSUM_DIGITS);

/** A secret: `tdk_`, 32 bytes and their CRC-32 in base62, so that scanners can recognise it. */
export function newTokenSecret(bytes: Buffer = randomBytes(SECRET_BYTES)): string {
  const digits = base62(BigInt(`0x${bytes.toString("hex")}`), SECRET_DIGITS);
  return PREFIX + digits + checksum(digits);
}

/** Whether a bearer token has the form of a secret, with any checksum. */
export const isApiToken = (bearer: string): boolean => bearer.startsWith(PREFIX);

/** The SHA-256 of a secret; undefined if its form or checksum is wrong, which costs no query. */
export function hashSecret(secret: string): string | undefined {
  const [, digits, sum] = FORM.exec(secret) ?? [];
  if (digits === undefined || checksum(digits) !== sum) return undefined;
  return hashOf(secret);
}
