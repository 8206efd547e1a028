/**
 * A text as it is kept: without the white space around it, and of characters that every database
 * can keep: no U+0000, no halves of surrogate pairs.
 */
export const storableText = (text: string): string =>
  text.replaceAll("\0", "").toWellFormed().trim();

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

/** Every control character but tab and line breaks. As JSON each takes six bytes. */
const CONTROL_CHARACTER = /[^\P{Cc}\t\n\r]/u;

/**
 * More combining marks in a row than the Stream-Safe Text Format allows (Unicode Annex 15): 30 are
 * far more than any language needs. The time to normalize a run grows with its square.
 */
const LONG_MARK_RUN = /(\p{M}{30})\p{M}+/gu;

/** The text with every run of combining marks cut to 30, so that it is safe to normalize. */
export const withShortMarkRuns = (text: string): string => text.replace(LONG_MARK_RUN, "$1");

/** Why a text has characters that nobody should save; undefined if it has none. */
export function characterError(name: string, text: string): string | undefined {
  const control = CONTROL_CHARACTER.exec(text);
  if (control) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    const line = text.slice(0, control.index).split(/\r\n?|\n/).length;
    return `${name} must not contain control characters (U+${code} in line ${line})`;
  }
  if (withShortMarkRuns(text) !== text) {
    return `${name} must not contain more than 30 combining marks in a row`;
  }
  return undefined;
}
