import { badRequest } from "#server/http/errors.ts";

/** An entity tag (RFC 9110 §8.8.3). It may contain a comma. */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** The strong entity tag of a task. It changes with every write. */
export const etagOf = ({ version }: { version: number }) => `"${version}"`;

/**
 * Whether `If-Match` allows a change of the resource with the entity tag `current` (RFC 9110
 * §13.1.1). Without the header it is allowed; a weak tag matches nothing. Throws a 400 if the header
 * is malformed.
 */
export function matchesVersion(ifMatch: string | undefined, current: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === "*") return true;
  const tags = ifMatch.match(TAG);
  if (!tags || /[^ \t,]/.test(ifMatch.replace(TAG, ""))) {
    throw badRequest('If-Match must be "*" or a list of entity tags');
  }
  return tags.includes(current);
}
