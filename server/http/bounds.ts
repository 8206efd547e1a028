import type { FastifyReply } from "fastify";
import { CUT_HEADER, type Cut } from "#contract/bounds.ts";

/** The maximum size of a response's list in bytes of JSON, not counting task descriptions. */
export const LIST_MAX_BYTES = 6 * 1024 * 1024;
/** The maximum size of a response's descriptions or comments in bytes of JSON. */
export const TEXT_MAX_BYTES = 2 * 1024 * 1024;
/** The maximum size of a whole response in bytes, with a margin for the JSON around the list. */
export const RESPONSE_MAX_BYTES = LIST_MAX_BYTES + TEXT_MAX_BYTES + 64 * 1024;

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The first items that fit into `maxBytes` together. */
export function fitting<T>(
  items: readonly T[],
  bytesOf: (item: T) => number = jsonBytes,
  maxBytes = LIST_MAX_BYTES,
): T[] {
  let left = maxBytes;
  const end = items.findIndex((item) => (left -= bytesOf(item)) < 0);
  return end === -1 ? [...items] : items.slice(0, end);
}

/** Sets the header that lists the parts that the response leaves out, if there are any. */
export function setCutHeader(reply: FastifyReply, cuts: readonly Cut[]): void {
  if (cuts.length > 0) reply.header(CUT_HEADER, cuts.join(", "));
}

/**
 * Cuts a list to at most `max` rows within the limit in bytes, and sets the response's header if it
 * is cut. The caller must read one row more than `max`, so that a longer table is detected.
 */
export function truncateList<T>(
  reply: FastifyReply,
  part: Cut,
  rows: readonly T[],
  max: number,
): T[] {
  const sent = fitting(rows.slice(0, max));
  setCutHeader(reply, sent.length < rows.length ? [part] : []);
  return sent;
}
