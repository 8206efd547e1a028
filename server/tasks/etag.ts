import { badRequest } from "#server/http/errors.ts";

/** An entity tag (RFC 9110 §8.8.3). A comma may be part of it. */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** The strong entity tag of a task; every change of the task makes it another. */
export const etagOf = ({ version }: { version: number }) => `"${version}"`;

/**
 * Whether a request may change what has the entity tag `current` now (RFC 9110 §13.1.1): one
 * without `If-Match` always may; a weak tag matches nothing. Throws a 400 when the header can't be
 * read.
 */
export function mayChange(ifMatch: string | undefined, current: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === "*") return true;
  const tags = ifMatch.match(TAG);
  if (!tags || /[^ \t,]/.test(ifMatch.replace(TAG, ""))) {
    throw badRequest('If-Match must be "*" or a list of entity tags');
  }
  return tags.includes(current);
}
