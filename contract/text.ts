/** The text trimmed and without U+0000 and lone surrogates, which databases refuse. */
export const storableText = (text: string): string =>
  text.replaceAll("\0", "").toWellFormed().trim();

/**
 * A text in the form in which searches compare texts: NFC and lower case, with one form of the Greek
 * sigma, and "i" for the Turkish "İ".
 */
export const folded = (text: string): string =>
  text.normalize("NFC").toLowerCase().replaceAll("i\u0307", "i").replaceAll("ς", "σ");

/** The length as limits count it: an emoji is one character. */
export const characterCount = (text: string): number => Array.from(text).length;

/** The message for a text with more than `max` characters; `name` is the field's name in it. */
export const tooLong = (name: string, max: number): string =>
  `${name} must be at most ${max} characters`;
