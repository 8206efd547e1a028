import { folded } from "./text.ts";
import { NAME_MAX } from "./user.ts";

/** The maximum number of @ signs that are searched, so that the time stays linear. */
const SIGNS_MAX = 200;

/** An @ sign at the beginning of a word, so not the one in an e-mail address. */
const SIGN = /(?<![\p{L}\p{N}_.@-])@/gu;
const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/**
 * The users whom a text mentions as `@Name`, each once. If one name begins with another, the longer
 * name counts. Users with the same name are all mentioned. Case is ignored.
 */
export function mentionsIn<User extends { name: string }>(
  text: string,
  users: readonly User[],
): User[] {
  const signs = [...text.matchAll(SIGN)].slice(0, SIGNS_MAX);
  if (signs.length === 0) return [];
  const byName = Map.groupBy(users, ({ name }) => folded(name));
  const lengths = [...new Set([...byName.keys()].map(({ length }) => length))].sort(
    (a, b) => b - a,
  );
  const mentioned = new Set<User>();
  for (const { index } of signs) {
    const rest = folded(text.slice(index + 1, index + 1 + 2 * NAME_MAX));
    const length = lengths.find(
      (one) => byName.has(rest.slice(0, one)) && !WORD_CHARACTER.test(rest.charAt(one)),
    );
    if (length === undefined) continue;
    for (const user of byName.get(rest.slice(0, length)) ?? []) mentioned.add(user);
  }
  return [...mentioned];
}
