import type { User } from "#contract/shapes/user.ts";
import { folded } from "#contract/text.ts";

/** The text that was typed after an @ sign: `start` is the sign's position. */
export interface MentionQuery {
  start: number;
  text: string;
}

/** The maximum length of the text after an @ sign that may be the beginning of a name. */
const QUERY_MAX = 40;
const SIGN = /(?:^|[^\p{L}\p{N}_.@-])@([^\n@]*)$/u;

const OFFERED_MAX = 6;

/** The beginning of a mention before the caret; null if there is none. */
export function findQuery(value: string, caret: number): MentionQuery | null {
  const before = value.slice(Math.max(0, caret - QUERY_MAX), caret);
  const text = SIGN.exec(before)?.[1];
  return text === undefined ? null : { start: caret - text.length - 1, text };
}

/**
 * The users to offer: first those whose name begins with the text, then those with a later word
 * that does.
 */
export function offeredUsers(users: readonly User[], { text }: MentionQuery): User[] {
  const wanted = folded(text);
  const rank = ({ name }: User): number => {
    const known = folded(name);
    if (known.startsWith(wanted)) return 0;
    return known.split(/\s+/).some((word) => word.startsWith(wanted)) ? 1 : 2;
  };
  return users
    .filter((user) => user.is_active && rank(user) < 2)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, OFFERED_MAX);
}

/** The mention, and the part of the text that it replaces. One space follows it. */
export function withMention(
  value: string,
  { start, text }: MentionQuery,
  name: string,
): { text: string; range: [number, number] } {
  const end = start + 1 + text.length;
  const space = /^\s/.test(value.slice(end)) ? "" : " ";
  return { text: `@${name}${space}`, range: [start, end] };
}
