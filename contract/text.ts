/**
 * A text as it is kept: without the white space around it, and of characters that every database
 * can keep: no U+0000, no halves of surrogate pairs.
 */
export const keptText = (text: string): string => text.replaceAll("\0", "").toWellFormed().trim();

/** Its length as limits count: in characters, of which an emoji is one and not two. */
export function lengthOf(text: string): number {
  let { length } = text;
  for (let at = 0; at < text.length - 1; at += 1) {
    if ((text.codePointAt(at) ?? 0) <= 0xffff) continue;
    length -= 1;
    at += 1;
  }
  return length;
}

/** What is said of a text with more than `max` characters; `name` is what the message calls it. */
export const tooLong = (name: string, max: number): string =>
  `${name} must be at most ${max} characters`;
