/** What a hostile text repeats: one of each class of characters, and what patterns look for. */
const UNITS = [
  Array.from("aA0_-+/=.,:;@%$\"'\\()[]{}<>*?!#&|^~ \t\n\r\v\0\x01\x7f\x85"),
  // Combining marks: of one class, of two that have to be sorted, and on a letter.
  ["\u0301", "\u0345\u0334", "e\u0301", "\u0344"],
  // Hangul letters that make syllables, and a syllable.
  ["\u1100\u1161\u11a8", "\u1100", "가"],
  // Surrogates: halves and pairs.
  ["\ud800", "\udc00", "😀", "👩\u200d"],
  // Invisible characters, directions, full-width letters, odd upper and lower case.
  ["\u200b", "\u00ad", "\u202e", "\ufeff", "\u2028", "ａ", "＠", "İ", "ß", "ﬁ", "é", "ÿ"],
  // Near-misses.
  ["a.", "a@", "@.", ".@", "a:", "a/", "1.", "::", "1:", "://:", "a://:", "a://b:c@", "%00"],
  ["W/", 'W/"', '",', "gzip,", "gzip;q=0.", " ,", "Bearer ", "Bearer a", "$argon2id$", "0-"],
].flat();

/** What stands before and after the repeats, so that a pattern begins to match and then fails. */
const FRAMES = [
  ["", ""],
  ["a@a", "@"],
  ['"', "!\n"],
  ["Bearer a", "\0"],
  ["gzip;q=0.", "x"],
  ["a://b:\u0345", " \u0334"],
] as const;

/** Makes a text of about a length, in UTF-16 code units. */
export type TextOf = (length: number) => string;

/** Texts that freeze careless patterns, by a name that can be read. */
export const HOSTILE_TEXTS: readonly (readonly [name: string, textOf: TextOf])[] = UNITS.flatMap(
  (unit) =>
    FRAMES.map(([before, after]): [string, TextOf] => [
      `${JSON.stringify(before)} + ${JSON.stringify(unit)} … + ${JSON.stringify(after)}`,
      (length) => before + unit.repeat(length / unit.length) + after,
    ]),
);
