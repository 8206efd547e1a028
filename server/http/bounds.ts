import type { FastifyReply } from "fastify";
import { CUT_HEADER, type Cut } from "#contract/bounds.ts";

/** The most bytes that the list of a response has as JSON, without the descriptions of its tasks. */
export const LIST_BYTES = 6 * 1024 * 1024;
/** The most bytes that the descriptions of a response, or its comments, have as JSON. */
export const TEXT_BYTES = 2 * 1024 * 1024;
/** No response of the API has more bytes than this; the rest is for what is around the list. */
export const RESPONSE_BYTES = LIST_BYTES + TEXT_BYTES + 64 * 1024;

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** As many of the first items as fit into `max` bytes together. */
export function fitting<T>(
  items: readonly T[],
  bytesOf: (item: T) => number = jsonBytes,
  max = LIST_BYTES,
): T[] {
  let left = max;
  const end = items.findIndex((item) => (left -= bytesOf(item)) < 0);
  return end === -1 ? [...items] : items.slice(0, end);
}

/** Says in the response what it leaves out, if anything. */
export function setCutHeader(reply: FastifyReply, cuts: readonly Cut[]): void {
  if (cuts.length > 0) reply.header(CUT_HEADER, cuts.join(", "));
}

/**
 * A list that is whole in the contract, within its limits: `rows` has one more than `most` if there
 * are more in the database. The response says so when some are left out.
 */
export function bounded<T>(reply: FastifyReply, what: Cut, rows: readonly T[], most: number): T[] {
  const kept = fitting(rows.slice(0, most));
  setCutHeader(reply, kept.length < rows.length ? [what] : []);
  return kept;
}
