import { folded } from "./text.ts";
import { NAME_MAX } from "./user.ts";

/** The maximum number of @ signs that are searched, so that the time stays linear. */
const SIGNS_MAX = 200;

/** An @ sign at the beginning of a word, so not the one in an e-mail address. */
const SIGN = /(?<![\p{L}\p{N}_.@-])@/gu;
const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/** Users by their folded names, and the lengths of these names, the longest first. */
export interface MentionNames<User> {
  byName: ReadonlyMap<string, readonly User[]>;
  lengths: readonly number[];
}

/** The names that texts are searched for. One search of many texts makes them once. */
export function mentionNames<User extends { name: string }>(
  users: readonly User[],
): MentionNames<User> {
  const byName = Map.groupBy(users, ({ name }) => folded(name));
  const lengths = new Set([...byName.keys()].map(({ length }) => length));
  return { byName, lengths: [...lengths].sort((a, b) => b - a) };
}

/** A mention in a text, from its @ sign to the end of the name, and the users with that name. */
export interface MentionSpan<User> {
  start: number;
  end: number;
  users: readonly User[];
}

/** The length of the longest beginning of a text that folds to so many characters: "é" may be two. */
function unfoldedLength(text: string, length: number): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (folded(text.slice(0, middle)).length <= length) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Where a text mentions users as `@Name`. If one name begins with another, the longer name counts. Users
 * with the same name are all mentioned. Case is ignored.
 */
export function mentionSpans<User>(
  text: string,
  { byName, lengths }: MentionNames<User>,
): MentionSpan<User>[] {
  return [...text.matchAll(SIGN)].slice(0, SIGNS_MAX).flatMap(({ index: start }) => {
    const rest = text.slice(start + 1, start + 1 + 2 * NAME_MAX);
    const name = folded(rest);
    const length = lengths.find(
      (one) => byName.has(name.slice(0, one)) && !WORD_CHARACTER.test(name.charAt(one)),
    );
    const users = length === undefined ? undefined : byName.get(name.slice(0, length));
    if (length === undefined || !users) return [];
    return [{ start, end: start + 1 + unfoldedLength(rest, length), users }];
  });
}

/** The users whom a text mentions ({@link mentionSpans}), each once. */
export function mentionsIn<User extends { name: string }>(
  text: string,
  users: readonly User[],
): User[] {
  if (!text.includes("@")) return [];
  return [...new Set(mentionSpans(text, mentionNames(users)).flatMap((span) => span.users))];
}
